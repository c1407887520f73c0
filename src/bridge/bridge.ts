import { setMaxListeners } from "node:events";
import { bridgeNameOf, type Shard } from "../core/fleet.ts";
import type { IncomingMessage } from "../core/message.ts";
import type { Log, SchedulePort } from "../core/ports.ts";
import { bridgeInfo, type BridgeInfo, bridgeState } from "../core/render-bridge.ts";
import type { Tally } from "../core/tally.ts";
import type { BridgeName } from "../core/topics.ts";
import type { Clock } from "../lib/clock.ts";
import { phaseOf } from "../lib/hash.ts";
import { Listeners } from "../lib/listeners.ts";
import { TaskScope } from "../lib/task-scope.ts";
import { HomeAssistant, type HomeAssistantOptions } from "./home-assistant.ts";
import { type CountedBroker, HealthReport } from "./bridge-health.ts";
import { PlayerSession } from "./player-session.ts";
import { Router } from "./router.ts";
import { type BridgePlayer, Seat } from "./seat.ts";
import { Seats } from "./seats.ts";

/** What a bridge works with. */
export interface BridgeOptions {
  readonly base: string;
  readonly shard: Shard;
  readonly version: string;
  readonly players: readonly BridgePlayer[];
  readonly broker: CountedBroker;
  readonly schedule: SchedulePort;
  readonly clock: Clock;
  readonly log: Log;
  readonly tally: Tally;
  readonly homeAssistant: Pick<HomeAssistantOptions, "prefix" | "isEnabled" | "hasMediaPlayers" | "random">;
}

/** What an onlooker is told: a player's state changed, players came or went, the broker came or went. */
export type BridgeNews =
  | { readonly kind: "changed"; readonly session: PlayerSession }
  | { readonly kind: "arranged" }
  | { readonly kind: "connected" | "disconnected" };

/** A player that is off is asked again after one second, then two, up to half a minute. */
const offlineBackoff = { firstMs: 1000, maxMs: 30_000 };
/** Players make their first request one after another: a thousand of them take a second to begin. */
const startStepMs = 1;

/** All players of one process: their loops in one scope, and what the bridge says about itself. */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #name: BridgeName;
  readonly #seats: Seats;
  readonly #router: Router;
  readonly #homeAssistant: HomeAssistant;
  readonly #onlookers = new Listeners<BridgeNews>();
  readonly #health: HealthReport;
  readonly #startedOn: string;
  #mqtt: BridgeInfo["mqtt"] | undefined;
  #state: "online" | "offline" = "online";
  #scope: TaskScope | undefined;
  #arranged: Promise<void> = Promise.resolve();
  #failWith: (error: unknown) => void = () => {};

  constructor(options: BridgeOptions) {
    this.#options = options;
    const { base, broker, clock, log, players } = options;
    const bridge = bridgeNameOf(options.shard);
    this.#name = bridge;
    this.#seats = new Seats(clock);
    this.#health = new HealthReport({ base, bridge, broker, clock, sessions: () => this.#seats.sessions });
    this.#startedOn = clock.date().toISOString();
    this.#router = new Router({ base, sessionOf: (id) => this.#seats.sessionOf(id), broker, clock, log });
    this.#homeAssistant = new HomeAssistant({
      ...options.homeAssistant,
      base,
      bridge,
      version: options.version,
      players,
      broker,
      clock,
      log,
      announce: (id) => {
        if (id === undefined) this.#announce();
        else this.#seats.get(id)?.session.announce();
      },
    });
    for (const [index, player] of players.entries()) this.#seat(player, index);
    this.#listen();
  }

  /** The session of every player that is here now. */
  get sessions(): readonly PlayerSession[] {
    return this.#seats.sessions;
  }

  /** The connection to the broker while there is one. */
  get mqtt(): BridgeInfo["mqtt"] | undefined {
    return this.#mqtt;
  }

  /** Tells of what happens from now on; the returned function ends that. */
  observe(onNews: (news: BridgeNews) => void): () => void {
    return this.#onlookers.add(onNews);
  }

  /**
   * Makes these the players, one arrangement after another. One that is the same object as before goes on undisturbed;
   * one that is another object under the same id begins anew.
   */
  arrange(players: readonly BridgePlayer[]): Promise<void> {
    const arranging = this.#arranged.then(() => this.#arrange(players));
    this.#arranged = arranging.catch(() => {});
    return arranging;
  }

  /** A broker was (re)connected: it may have lost everything, so it is told everything. */
  connected(mqtt: BridgeInfo["mqtt"]): void {
    this.#guard(() => {
      this.#router.connected(mqtt.protocol);
      this.#mqtt = mqtt;
      this.#announce();
      this.#homeAssistant.connected();
      this.#onlookers.tell({ kind: "connected" });
    });
  }

  /** The broker is gone. */
  disconnected(): void {
    this.#guard(() => {
      this.#mqtt = undefined;
      this.#homeAssistant.disconnected();
      this.#onlookers.tell({ kind: "disconnected" });
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
    this.#scope = scope;
    this.#failWith = (error) => {
      scope.run(async () => {
        throw error;
      });
    };
    for (const seat of this.#seats) seat.start(scope, clock);
    scope.run((inner) => this.#health.run(inner));
    try {
      await scope.done();
    } finally {
      this.#homeAssistant.stop();
      this.#seats.stop();
      this.#state = "offline";
      // Said by ourselves: after an orderly goodbye the broker does not publish the will.
      broker.publish(bridgeState(base, this.#name, this.#state));
    }
  }

  async #arrange(players: readonly BridgePlayer[]): Promise<void> {
    const scope = this.#scope;
    if (scope === undefined || scope.signal.aborted) return;
    const wanted = new Map(players.map((player) => [player.id, player]));
    const leaving = [...this.#seats].filter(({ player }) => wanted.get(player.id) !== player);
    await Promise.all(
      leaving.map((seat) =>
        seat.leave(wanted.has(seat.player.id) ? "the player's settings changed" : "the player was removed"),
      ),
    );
    for (const seat of leaving) {
      this.#seats.remove(seat);
      this.#health.forget(seat.player.id);
    }
    // Once without those that left: what the broker holds for one that comes again is to be sent again.
    this.#listen();
    this.#homeAssistant.arrange(players);
    const coming = players.filter(({ id }) => this.#seats.get(id) === undefined);
    for (const [index, player] of coming.entries()) {
      this.#seat(player, index).start(scope, this.#options.clock);
    }
    this.#listen();
    this.#tellInfo();
    this.#health.publish();
    this.#onlookers.tell({ kind: "arranged" });
  }

  /** Asks for the messages and the ticks that the present players need. */
  #listen(): void {
    const { base, broker, schedule } = this.#options;
    broker.listenTo([...this.#seats.subscriptions(base), ...this.#homeAssistant.subscriptions]);
    const guarded = Array.from(this.#seats.jobs, ([expression, tick]) => {
      const job = (intervalMs: number): void => {
        this.#guard(() => tick(intervalMs));
      };
      return [expression, job] as const;
    });
    schedule.follow(new Map(guarded));
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
    const { base, broker } = this.#options;
    if (this.#mqtt === undefined) return;
    for (const { session } of this.#seats) session.announce();
    this.#tellInfo();
    // Last, so that whoever trusts the bridge from here on finds true values.
    broker.publish(bridgeState(base, this.#name, this.#state));
    this.#health.publish();
  }

  #tellInfo(): void {
    const { base, broker, version } = this.#options;
    if (this.#mqtt === undefined) return;
    const players = Array.from(this.#seats, ({ player: { id, name } }) => ({ id, name }));
    const info = { version, startedAt: this.#startedOn, mqtt: this.#mqtt, players };
    broker.publish(bridgeInfo(base, this.#name, info));
  }

  #seat(player: BridgePlayer, index: number): Seat {
    const { base, broker, clock, log, tally } = this.#options;
    const session: PlayerSession = new PlayerSession({
      target: { base, id: player.id, name: player.name, address: player.address },
      broker,
      clock,
      log,
      tally,
      policy: { ...player.policy, backoff: offlineBackoff, phase: phaseOf(player.id) },
      inboxSize: player.inboxSize,
      deadlineMs: player.deadlineMs,
      startDelayMs: index * startStepMs,
      longestStepMs: player.longestStepMs,
      onChanged: (state) => {
        this.#health.changed(player.id, state.availability);
        this.#homeAssistant.changed(player.id, state);
        this.#onlookers.tell({ kind: "changed", session });
      },
    });
    const seat = new Seat(player, session);
    this.#seats.add(seat);
    return seat;
  }
}
