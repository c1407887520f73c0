import type { Resource } from "./bodies.ts";

/** What the players of a benchmark show. */
export interface Scene {
  readonly queueEntries: number;
  /** Resources that differ at each poll. */
  readonly changing: readonly Resource[];
}

/** Players with short queues, at which nothing happens. */
export const quiet: Scene = { queueEntries: 3, changing: [] };

/** What a program of the benchmark is to do: every floor and every peer reads the same file. */
export interface Job {
  /** The players' addresses. */
  readonly players: readonly string[];
  readonly resources: readonly Resource[];
  /** Each resource of each player is read once in this time. */
  readonly intervalMs: number;
  readonly brokerHost: string;
  readonly brokerPort: number;
  /** What stands before all topics. */
  readonly base: string;
}

/** What the players' process is asked. */
export type PlayersRequest =
  | { readonly kind: "listen"; readonly count: number; readonly scene: Scene }
  | { readonly kind: "show"; readonly scene: Scene }
  | { readonly kind: "count" }
  | { readonly kind: "watch" };

/** What it answers. */
export type PlayersReply =
  | { readonly kind: "listening"; readonly addresses: readonly string[] }
  | { readonly kind: "shown" }
  | { readonly kind: "watching" }
  | ({ readonly kind: "counted" } & PlayersCount)
  | { readonly kind: "asked"; readonly tag: string; readonly atNs: string };

/** Requests since the start, and how late they came since the last `watch`. */
export interface PlayersCount {
  readonly polls: number;
  /** Sockets that were opened since the start. */
  readonly sockets: number;
  /** The 99th percentile of how much more than one interval lay between two polls of one resource. */
  readonly lagP99Ms: number;
  /** Polls since the last `watch`. */
  readonly watched: number;
  /** Of one player since then: the one that had the fewest, and the one that had the most. */
  readonly fewest: number;
  readonly most: number;
}
