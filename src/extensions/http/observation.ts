import type { PlayerView } from "../../bridge/extension.ts";
import type { CountedBroker } from "../../core/ports.ts";
import type { Availability } from "../../core/resources/resource.ts";
import type { Counters } from "../../core/session/counters.ts";
import type { FleetView, ProbeResult } from "../../core/session/health.ts";
import type { Clock } from "../../lib/clock.ts";

export interface PlayerObservation
  extends Pick<PlayerView, "id" | "waiting">,
    Pick<PlayerView["stats"], "polls" | "unchanged" | "failures" | "malformed"> {
  readonly availability: Availability;
  /** Seconds since its last answer. */
  readonly silentSeconds: number | undefined;
}

type CountedLink = Pick<CountedBroker, "published" | "waiting" | "waitingMs" | "dropped"> & {
  readonly publishedBytes: number;
};

export interface Observation {
  readonly version: string;
  readonly health: ProbeResult;
  readonly readiness: ProbeResult;
  readonly lagMs: number;
  readonly broker: CountedLink & { readonly isConnected: boolean };
  readonly counters: Counters;
  readonly fleet: FleetView | undefined;
  readonly players: readonly PlayerObservation[];
}

interface ObservationSources {
  readonly version: string;
  readonly bridge: {
    readonly sessions: readonly PlayerView[];
    readonly mqtt: object | undefined;
    readonly ownership: { readonly fleet: FleetView | undefined };
  };
  readonly broker: CountedLink;
  readonly counters: Counters;
  readonly lag: { readonly worstMs: number };
  readonly clock: Clock;
  readonly health: () => ProbeResult;
  readonly readiness: () => ProbeResult;
}

export function observe(sources: ObservationSources): Observation {
  const { version, bridge, broker, counters, health, lag, clock, readiness } = sources;
  const now = clock.now();
  return {
    version,
    health: health(),
    readiness: readiness(),
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
    fleet: bridge.ownership.fleet,
    players: bridge.sessions.map((session) => observePlayer(session, now)),
  };
}

function observePlayer({ id, state, stats, waiting }: PlayerView, now: number): PlayerObservation {
  const { polls, unchanged, failures, malformed, lastAnswerAt } = stats;
  return {
    id,
    availability: state.presence.availability,
    waiting,
    polls,
    unchanged,
    failures,
    malformed,
    silentSeconds: lastAnswerAt === undefined ? undefined : (now - lastAnswerAt) / 1000,
  };
}
