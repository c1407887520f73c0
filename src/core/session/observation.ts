import type { Verdict } from "./health.ts";
import type { Availability } from "../resources/resource.ts";
import type { Counters } from "./counters.ts";

/** One player as it is counted. */
export interface PlayerObservation {
  readonly id: string;
  readonly availability: Availability;
  /** Commands in its inbox. */
  readonly waiting: number;
  readonly polls: number;
  readonly unchanged: number;
  /** Polls without an answer, or with a malformed one. */
  readonly failures: number;
  readonly malformed: number;
  /** Seconds since its last answer. */
  readonly silentSeconds: number | undefined;
}

/** Everything measured about a bridge at one moment. */
export interface Observation {
  readonly version: string;
  readonly health: Verdict;
  readonly readiness: Verdict;
  readonly lagMs: number;
  readonly broker: {
    readonly isConnected: boolean;
    readonly published: number;
    readonly publishedBytes: number;
    readonly waiting: number;
    readonly waitingMs: number;
    readonly dropped: number;
  };
  readonly counters: Counters;
  readonly players: readonly PlayerObservation[];
}
