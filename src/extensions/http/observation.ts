import { type BridgeView, judgeHealth, judgeReadiness, type Verdict } from "../core/session/health.ts";
import type { Counters } from "../core/session/counters.ts";
import type { Availability } from "../core/resources/resource.ts";
import type { Clock } from "../lib/clock.ts";
import type { Bridge } from "./bridge.ts";
import type { CountedBroker } from "../core/ports.ts";
import type { PlayerSession } from "./player-session.ts";

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

/** The sources from which the status of a bridge is computed. */
export interface BridgeStatusSources {
  readonly version: string;
  readonly bridge: Pick<Bridge, "sessions" | "mqtt">;
  readonly broker: CountedBroker & { readonly publishedBytes: number };
  readonly counters: Counters;
  readonly lag: { readonly worstMs: number };
  readonly clock: Clock;
  /** Aborted when the bridge is to stop. */
  readonly stop: AbortSignal;
}

/** The health, readiness and metrics of a bridge, computed on request. */
export class BridgeStatus {
  readonly #sources: BridgeStatusSources;

  constructor(sources: BridgeStatusSources) {
    this.#sources = sources;
  }

  /** Whether the process and the loops of all players are alive. */
  readonly health = (): Verdict => judgeHealth(this.#view, this.#sources.clock.now());

  /** Whether the bridge is connected and has read every player. */
  readonly readiness = (): Verdict => judgeReadiness(this.#view);

  /** Collects all measurements at this moment. */
  readonly observe = (): Observation => {
    const { version, bridge, broker, counters, lag, clock } = this.#sources;
    const now = clock.now();
    return {
      version,
      health: this.health(),
      readiness: this.readiness(),
      lagMs: lag.worstMs,
      broker: {
        isConnected: bridge.mqtt !== undefined,
        published: broker.published,
        publishedBytes: broker.publishedBytes,
        waiting: broker.waiting,
        waitingMs: broker.waitingMs,
        dropped: broker.dropped,
      },
      counters,
      players: bridge.sessions.map((session) => observePlayer(session, now)),
    };
  };

  get #view(): BridgeView {
    const { bridge, broker, lag, stop } = this.#sources;
    return {
      loops: bridge.sessions.map(({ view }) => view),
      isConnected: bridge.mqtt !== undefined,
      denied: broker.denied,
      isStopping: stop.aborted,
      lagMs: lag.worstMs,
    };
  }
}

function observePlayer({ id, state, stats, waiting }: PlayerSession, now: number): PlayerObservation {
  const { polls, unchanged, failures, malformed, lastAnswerAt } = stats;
  return {
    id,
    availability: state.availability,
    waiting,
    polls,
    unchanged,
    failures,
    malformed,
    silentSeconds: lastAnswerAt === undefined ? undefined : (now - lastAnswerAt) / 1000,
  };
}
