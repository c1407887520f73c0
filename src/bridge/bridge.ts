import type { Log, BrokerPort, PlayerPort } from "../core/ports.ts";
import {
  bridgeHealth,
  bridgeInfo,
  type BridgeInfo,
  bridgeState,
  type PlayerHealth,
} from "../core/render-bridge.ts";
import type { IncomingMessage } from "../core/message.ts";
import { type PolledResourceName, polledResourceNames } from "../core/resource.ts";
import type { SessionPolicy } from "../core/session.ts";
import { commandTopics, pagesFilter } from "../core/topics.ts";
import type { Clock } from "../lib/clock.ts";
import { phaseOf } from "../lib/hash.ts";
import { TaskScope } from "../lib/task-scope.ts";
import { PlayerSession } from "./player-session.ts";
import { Router } from "./router.ts";

/** One player of the bridge. */
export interface BridgePlayer {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly port: PlayerPort;
  readonly policy: Omit<SessionPolicy, "phase" | "backoff">;
  readonly poll: Readonly<Record<PolledResourceName, string>>;
  readonly deadlineMs: number;
  readonly inboxSize: number;
}

/** What a bridge works with. */
export interface BridgeOptions {
  readonly base: string;
  readonly version: string;
  readonly players: readonly BridgePlayer[];
  readonly broker: BrokerPort & { readonly published: number; readonly waiting: number };
  readonly clock: Clock;
  readonly log: Log;
}

/** A player that is off is asked again after one second, then two, up to half a minute. */
const offlineBackoff = { firstMs: 1000, maxMs: 30_000 };
const healthEveryMs = 60_000;
/** Players make their first request one after another: a thousand of them take a second to begin. */
const startStepMs = 1;

/** All players of one process: their loops in one scope, and what the bridge says about itself. */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #sessions: ReadonlyMap<string, PlayerSession>;
  readonly #router: Router;
  readonly #startedAt: number;
  readonly #startedOn: string;

  constructor(options: BridgeOptions) {
    this.#options = options;
    const { base, broker, clock, log, players } = options;
    this.#startedAt = clock.now();
    this.#startedOn = clock.date().toISOString();
    this.#sessions = new Map(players.map((player, index) => [player.id, this.#session(player, index)]));
    this.#router = new Router({ base, sessions: this.#sessions, broker, clock, log });
  }

  /** What the broker is asked to send: commands as they come, and pages that an earlier run left. */
  get subscriptions(): { readonly filter: string; readonly wantsRetained: boolean }[] {
    const { base, players } = this.#options;
    return players.flatMap(({ id }) => [
      ...commandTopics(base, id).map((filter) => ({ filter, wantsRetained: false })),
      { filter: pagesFilter(base, id), wantsRetained: true },
    ]);
  }

  /** For each distinct cron expression, what is due when it fires. */
  get schedules(): Map<string, (intervalMs: number) => void> {
    const due = new Map<string, { session: PlayerSession; resource: PolledResourceName }[]>();
    for (const { id, poll } of this.#options.players) {
      const session = this.#sessions.get(id);
      if (session === undefined) continue;
      for (const resource of polledResourceNames) {
        const jobs = due.get(poll[resource]) ?? [];
        jobs.push({ session, resource });
        due.set(poll[resource], jobs);
      }
    }
    return new Map(
      [...due].map(([expression, jobs]) => [
        expression,
        (intervalMs: number) => {
          for (const { session, resource } of jobs) session.tick(resource, intervalMs);
        },
      ]),
    );
  }

  /** A broker was (re)connected: it may have lost everything, so it is told everything. */
  connected(mqtt: BridgeInfo["mqtt"]): void {
    const { base, broker, players, version } = this.#options;
    for (const session of this.#sessions.values()) session.announce();
    broker.publish(
      bridgeInfo(base, {
        version,
        startedAt: this.#startedOn,
        mqtt,
        players: players.map(({ id, name }) => ({ id, name })),
      }),
    );
    // Last, so that whoever trusts the bridge from here on finds true values.
    broker.publish(bridgeState(base, "online"));
    this.#publishHealth();
  }

  receive(message: IncomingMessage): void {
    this.#router.receive(message);
  }

  /** Runs all players until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const scope = new TaskScope(signal);
    for (const session of this.#sessions.values()) scope.run((inner) => session.run(inner));
    scope.run((inner) => this.#reportHealth(inner));
    try {
      await scope.done();
    } finally {
      // Said by ourselves: after an orderly goodbye the broker does not publish the will.
      this.#options.broker.publish(bridgeState(this.#options.base, "offline"));
    }
  }

  #session(player: BridgePlayer, index: number): PlayerSession {
    const { base, broker, clock, log } = this.#options;
    return new PlayerSession({
      target: { base, id: player.id, name: player.name, address: player.address },
      player: player.port,
      broker,
      clock,
      log,
      policy: { ...player.policy, backoff: offlineBackoff, phase: phaseOf(player.id) },
      inboxSize: player.inboxSize,
      deadlineMs: player.deadlineMs,
      startDelayMs: index * startStepMs,
    });
  }

  async #reportHealth(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#options.clock.sleep(healthEveryMs, signal);
      if (!signal.aborted) this.#publishHealth();
    }
  }

  #publishHealth(): void {
    const { base, broker, clock } = this.#options;
    const now = clock.now();
    const players = Object.fromEntries(
      [...this.#sessions.values()].map((session) => [session.id, healthOf(session, now)]),
    );
    const health = {
      uptimeSeconds: Math.round((now - this.#startedAt) / 1000),
      memoryBytes: process.memoryUsage.rss(),
      published: broker.published,
      waiting: broker.waiting,
      players,
    };
    broker.publish(bridgeHealth(base, health, broker.maxPayloadBytes));
  }
}

function healthOf({ state, stats }: PlayerSession, now: number): PlayerHealth {
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
