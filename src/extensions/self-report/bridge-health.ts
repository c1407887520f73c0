import type { CountedBroker, Log } from "../../core/ports.ts";
import { bridgeHealth, type BridgeHealth, type PlayerHealth } from "../../core/topics/render-bridge.ts";
import type { Availability } from "../../core/session/session.ts";
import type { BridgeName } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PlayerSession } from "../../bridge/player-session.ts";
import { SameDevice } from "./same-device.ts";

/** What a report of the bridge's health is made of. */
export interface HealthSources {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly broker: CountedBroker;
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: () => Iterable<PlayerSession>;
}

const everyMs = 60_000;
/** Players that come or go are reported soon, and many of them in one report. */
const soonMs = 1000;

/** Reports how the bridge and each of its players are doing: once a minute, and when a player comes or goes. */
export class HealthReport {
  readonly #sources: HealthSources;
  readonly #startedAt: number;
  readonly #sameDevice: SameDevice;
  readonly #availability = new Map<string, Availability>();
  #cancelSoon: (() => void) | undefined;

  constructor(sources: HealthSources) {
    this.#sources = sources;
    this.#startedAt = sources.clock.now();
    this.#sameDevice = new SameDevice(sources.log);
  }

  /** Reports now. */
  publish(): void {
    const { base, bridge, broker, sessions } = this.#sources;
    this.#sameDevice.look(sessions());
    broker.publish(bridgeHealth(base, bridge, this.#describe(), broker.maxPayloadBytes));
  }

  /** A player's state changed: called for every change, and mindful only of those that the report shows. */
  changed(playerId: string, availability: Availability): void {
    if (this.#availability.get(playerId) === availability) return;
    this.#availability.set(playerId, availability);
    this.#cancelSoon ??= this.#sources.clock.after(soonMs, () => {
      this.#cancelSoon = undefined;
      this.publish();
    });
  }

  /** Others are here now. */
  arranged(): void {
    const here = new Set(Array.from(this.#sources.sessions(), ({ id }) => id));
    for (const id of this.#availability.keys()) if (!here.has(id)) this.#availability.delete(id);
    this.publish();
  }

  /** Reports once a minute until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#sources.clock.sleep(everyMs, signal);
      if (!signal.aborted) this.publish();
    }
    this.#cancelSoon?.();
  }

  #describe(): BridgeHealth {
    const { broker, clock, sessions } = this.#sources;
    const now = clock.now();
    return {
      uptimeSeconds: Math.round((now - this.#startedAt) / 1000),
      memoryBytes: process.memoryUsage.rss(),
      published: broker.published,
      waiting: broker.waiting,
      waitingSeconds: Math.round(broker.waitingMs / 1000),
      dropped: broker.dropped,
      players: Object.fromEntries(
        Array.from(sessions(), (session) => [session.id, playerHealth(session, now)]),
      ),
    };
  }
}

function playerHealth({ state, stats }: PlayerSession, now: number): PlayerHealth {
  const { lastAnswerAt, latencyMs } = stats;
  return {
    availability: state.availability,
    lastAnswerSeconds: lastAnswerAt === undefined ? null : Math.round((now - lastAnswerAt) / 1000),
    polls: stats.polls,
    unchanged: stats.unchanged,
    failures: stats.failures,
    malformed: stats.malformed,
    latencyMs: latencyMs === undefined ? null : Math.round(latencyMs * 10) / 10,
  };
}
