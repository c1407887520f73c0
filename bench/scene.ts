import type { Resource } from "./bodies.ts";

/** The answers of a benchmark's players. */
export interface Scene {
  readonly queueEntries: number;
  /** Resources that differ at each poll. */
  readonly changing: readonly Resource[];
}

/** Players with short queues and without changes. */
export const quiet: Scene = { queueEntries: 3, changing: [] };

/** The job of a program of the benchmark: every floor and every peer reads the same file. */
export interface Job {
  /** The players' addresses. */
  readonly players: readonly string[];
  readonly resources: readonly Resource[];
  /** Each resource of each player is read once in this time. */
  readonly intervalMs: number;
  readonly brokerHost: string;
  readonly brokerPort: number;
  /** The prefix of all topics. */
  readonly base: string;
}

/** Requests to the players' process. */
export type PlayersRequest =
  | { readonly kind: "listen"; readonly count: number; readonly scene: Scene }
  | { readonly kind: "show"; readonly scene: Scene }
  | { readonly kind: "count" }
  | { readonly kind: "watch" };

/** Its answers. */
export type PlayersReply =
  | { readonly kind: "listening"; readonly addresses: readonly string[] }
  | { readonly kind: "shown" }
  | { readonly kind: "watching" }
  | ({ readonly kind: "counted" } & PlayersCount)
  | { readonly kind: "asked"; readonly tag: string; readonly atNs: string };

/** Requests since the start, and how late they came since the last `watch`. */
export interface PlayersCount {
  readonly polls: number;
  /** Sockets opened since the start. */
  readonly sockets: number;
  /** The 99th percentile of the delay beyond one interval between two polls of one resource. */
  readonly lagP99Ms: number;
  /** Polls since the last `watch`. */
  readonly watched: number;
  /** Polls since the last `watch` of the player with the fewest, and of the one with the most. */
  readonly fewest: number;
  readonly most: number;
}
