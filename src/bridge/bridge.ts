import { setMaxListeners } from "node:events";
import type { IncomingMessage } from "../core/message.ts";
import type { Log, PlayerPort } from "../core/ports.ts";
import { bridgeInfo, type BridgeInfo, bridgeState } from "../core/render-bridge.ts";
import { type PolledResourceName, polledResourceNames } from "../core/resource.ts";
import type { SessionPolicy } from "../core/session.ts";
import { commandTopics, pagesFilter } from "../core/topics.ts";
import type { Clock } from "../lib/clock.ts";
import { phaseOf } from "../lib/hash.ts";
import { TaskScope } from "../lib/task-scope.ts";
import { HomeAssistant, type HomeAssistantOptions } from "./home-assistant.ts";
import { type CountedBroker, HealthReport } from "./bridge-health.ts";
import { PlayerSession } from "./player-session.ts";
import { Router } from "./router.ts";
import { runSession } from "./run-session.ts";

/** One player of the bridge. */
export interface BridgePlayer {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** The MAC that its owner configured. */
  readonly mac?: string | undefined;
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
  readonly broker: CountedBroker;
  readonly clock: Clock;
  readonly log: Log;
  readonly homeAssistant: Pick<HomeAssistantOptions, "prefix" | "isEnabled" | "hasMediaPlayers" | "random">;
}

/** A player that is off is asked again after one second, then two, up to half a minute. */
const offlineBackoff = { firstMs: 1000, maxMs: 30_000 };
/** Players make their first request one after another: a thousand of them take a second to begin. */
const startStepMs = 1;

interface Seat {
  readonly player: BridgePlayer;
  readonly session: PlayerSession;
}

/** All players of one process: their loops in one scope, and what the bridge says about itself. */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #seats: readonly Seat[];
  readonly #router: Router;
  readonly #homeAssistant: HomeAssistant;
  #mqtt: BridgeInfo["mqtt"] | undefined;
  readonly #health: HealthReport;
  readonly #startedOn: string;
  #state: "online" | "offline" = "online";
  #failWith: (error: unknown) => void = () => {};

  constructor(options: BridgeOptions) {
    this.#options = options;
    const { base, broker, clock, log, players } = options;
    this.#health = new HealthReport({
      base,
      broker,
      clock,
      sessions: () => this.#seats.map(({ session }) => session),
    });
    this.#startedOn = clock.date().toISOString();
    this.#seats = players.map((player, index) => ({ player, session: this.#session(player, index) }));
    const sessions = new Map(this.#seats.map(({ session }) => [session.id, session]));
    this.#router = new Router({ base, sessions, broker, clock, log });
    this.#homeAssistant = new HomeAssistant({
      ...options.homeAssistant,
      base,
      version: options.version,
      players,
      broker,
      clock,
      log,
      announce: (id) => {
        if (id === undefined) this.#announce();
        else sessions.get(id)?.announce();
      },
    });
  }

  /** What the broker is asked to send: commands as they come, and pages that an earlier run left. */
  get subscriptions(): { readonly filter: string; readonly wantsRetained: boolean }[] {
    const { base, players } = this.#options;
    const ofPlayers = players.flatMap(({ id }) => [
      ...commandTopics(base, id).map((filter) => ({ filter, wantsRetained: false })),
      { filter: pagesFilter(base, id), wantsRetained: true },
    ]);
    return [...ofPlayers, ...this.#homeAssistant.subscriptions];
  }

  /** For each distinct cron expression, what is due when it fires. */
  get schedules(): Map<string, (intervalMs: number) => void> {
    const schedules = new Map<string, (intervalMs: number) => void>();
    for (const [expression, polls] of pollsByExpression(this.#seats)) {
      schedules.set(expression, (intervalMs) => {
        this.#guard(() => {
          for (const { session, resource } of polls) session.tick(resource, intervalMs);
        });
      });
    }
    return schedules;
  }

  /** A broker was (re)connected: it may have lost everything, so it is told everything. */
  connected(mqtt: BridgeInfo["mqtt"]): void {
    this.#guard(() => {
      this.#router.connected(mqtt.protocol);
      this.#mqtt = mqtt;
      this.#announce();
      this.#homeAssistant.connected();
    });
  }

  /** The broker is gone. */
  disconnected(): void {
    this.#guard(() => {
      this.#homeAssistant.disconnected();
    });
  }

  receive(message: IncomingMessage): void {
    this.#guard(() => {
      this.#router.receive(message);
      this.#homeAssistant.received(message);
    });
  }

  /** Runs all players until the signal aborts, or until a bug ends one of them and so all. */
  async run(signal: AbortSignal): Promise<void> {
    const { base, broker, clock } = this.#options;
    const scope = new TaskScope(signal);
    // Each player listens to it while it waits: many players are no leak.
    setMaxListeners(0, scope.signal);
    this.#failWith = (error) => {
      scope.run(async () => {
        throw error;
      });
    };
    for (const { player, session } of this.#seats) {
      scope.run((inner) => runSession({ session, player: player.port, clock }, inner));
    }
    scope.run((inner) => this.#health.run(inner));
    try {
      await scope.done();
    } finally {
      this.#homeAssistant.stop();
      this.#state = "offline";
      // Said by ourselves: after an orderly goodbye the broker does not publish the will.
      broker.publish(bridgeState(base, this.#state));
    }
  }

  /** What others call ends the bridge with its bug, as a loop would: cron and the broker's client would swallow it. */
  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#failWith(error);
    }
  }

  #announce(): void {
    const { base, broker, players, version } = this.#options;
    const mqtt = this.#mqtt;
    if (mqtt === undefined) return;
    for (const { session } of this.#seats) session.announce();
    const about = players.map(({ id, name }) => ({ id, name }));
    broker.publish(bridgeInfo(base, { version, startedAt: this.#startedOn, mqtt, players: about }));
    // Last, so that whoever trusts the bridge from here on finds true values.
    broker.publish(bridgeState(base, this.#state));
    this.#health.publish();
  }

  #session(player: BridgePlayer, index: number): PlayerSession {
    const { base, broker, clock, log } = this.#options;
    return new PlayerSession({
      target: { base, id: player.id, name: player.name, address: player.address },
      broker,
      clock,
      log,
      policy: { ...player.policy, backoff: offlineBackoff, phase: phaseOf(player.id) },
      inboxSize: player.inboxSize,
      deadlineMs: player.deadlineMs,
      startDelayMs: index * startStepMs,
      onChanged: (session) => {
        this.#health.changed(player.id, session.availability);
        this.#homeAssistant.changed(player.id, session);
      },
    });
  }
}

interface Poll {
  readonly session: PlayerSession;
  readonly resource: PolledResourceName;
}

function pollsByExpression(seats: readonly Seat[]): Map<string, Poll[]> {
  const found = new Map<string, Poll[]>();
  for (const { player, session } of seats) {
    for (const resource of polledResourceNames) {
      const polls = found.get(player.poll[resource]) ?? [];
      polls.push({ session, resource });
      found.set(player.poll[resource], polls);
    }
  }
  return found;
}
