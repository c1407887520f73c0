import { setMaxListeners } from "node:events";
import { bridgeNameOf } from "../core/fleet.ts";
import type { IncomingMessage } from "../core/topics/message.ts";
import { type BridgeInfo, bridgeState } from "../core/topics/render-bridge.ts";
import type { Settled } from "../core/controls/result.ts";
import type { Session } from "../core/session/session.ts";
import type { BridgeName } from "../core/topics/topics.ts";
import { Listeners } from "../lib/listeners.ts";
import { TaskScope } from "../lib/task-scope.ts";
import { HomeAssistant } from "../extensions/home-assistant/home-assistant.ts";
import { HealthReport } from "../extensions/self-report/bridge-health.ts";
import type { BridgeNews } from "./bridge-news.ts";
import type { BridgeOptions, HomeAssistantSettings, Listener } from "./bridge-options.ts";
import { CleanUp } from "./clean-up/clean-up.ts";
import { createRunner } from "./create-runner.ts";
import { Peers } from "./fleet/peers.ts";
import type { PlayerSession } from "./player-session.ts";
import { Router } from "./router.ts";
import type { BridgePlayer } from "./player-runner.ts";
import { Assignment } from "./fleet/assignment.ts";
import { SelfReport } from "../extensions/self-report/self-report.ts";

/** All players of one process: their loops in one scope, and what the bridge says about itself. */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #name: BridgeName;
  readonly #peers: Peers;
  readonly #assignment: Assignment;
  readonly #cleanUp: CleanUp;
  readonly #report: SelfReport;
  readonly #health: HealthReport;
  readonly #router: Router;
  #homeAssistant: HomeAssistant;
  readonly #onlookers = new Listeners<BridgeNews>();
  #state: "online" | "offline" = "online";
  #failWith: (error: unknown) => void = () => {};

  constructor(options: BridgeOptions) {
    this.#options = options;
    const { base, broker, clock, isListComplete, log, players, shard, counters, version } = options;
    this.#name = bridgeNameOf(shard);
    const own = { base, bridge: this.#name, version, broker, clock, log, counters, isListComplete };
    this.#peers = new Peers({
      ...own,
      onChanged: () => this.#peersChanged(),
      // It may have said something that was older than what we said meanwhile.
      onReleased: (id) => this.#assignment.runners.get(id)?.session.announce(),
    });
    this.#health = new HealthReport({ ...own, sessions: () => this.sessions });
    const onChanged = (session: PlayerSession, state: Session): void => {
      this.#health.changed(session.id, state.availability);
      this.#homeAssistant.changed(session.id, state);
      this.#onlookers.tell({ kind: "changed", session });
    };
    const onSettled = (session: PlayerSession, settled: Settled): void => {
      this.#onlookers.tell({ kind: "settled", session, ...settled });
    };
    this.#assignment = new Assignment(players, {
      ...own,
      shard,
      peers: this.#peers,
      createRunner: (player, place) => createRunner(player, place, { ...own, onChanged, onSettled }),
      onLeft: () => this.#listen(),
      onAssigned: () => this.#seated(),
    });
    const { runners } = this.#assignment;
    this.#homeAssistant = this.#createHomeAssistant(options.homeAssistant);
    this.#cleanUp = new CleanUp({
      ...own,
      peers: this.#peers,
      homeAssistant: () => this.#homeAssistant,
      isConfigured: (id) => this.#assignment.isConfigured(id),
      isFormer: (name) => this.#isFormer(name),
      onChanged: () => {
        this.#listen();
        this.#report.tell();
      },
    });
    this.#report = new SelfReport({
      ...own,
      players: () => ({
        players: Array.from(runners, ({ player: { id, name } }) => ({ id, name })),
        ...(this.#cleanUp.leaving.length > 0 && { leaving: this.#cleanUp.leaving }),
      }),
      onFormerPlayers: (ids) => this.#cleanUp.behind(ids),
    });
    this.#router = new Router({ base, sessionOf: (id) => runners.sessionOf(id), broker, clock, log });
    this.#listen();
  }

  readonly #tellState = () => [bridgeState(this.#options.base, this.#name, this.#state)];

  /** The session of every player that is here now. */
  get sessions(): readonly PlayerSession[] {
    return this.#assignment.runners.sessions;
  }

  /** The connection to the broker while there is one. */
  get mqtt(): BridgeInfo["mqtt"] | undefined {
    return this.#report.mqtt;
  }

  /** Tells of what happens from now on; the returned function ends that. */
  observe(onNews: (news: BridgeNews) => void): () => void {
    return this.#onlookers.add(onNews);
  }

  /** Makes these the players of a fleet of so many bridges. One that is the same object as before goes on undisturbed. */
  async arrange(players: readonly BridgePlayer[], count: number = this.#options.shard.count): Promise<void> {
    const before = this.sessions.map(({ id }) => id);
    await this.#assignment.arrange(players, count);
    this.#homeAssistant.reconsider();
    this.#cleanUp.behind(before);
  }

  /** Begins a player's session anew; false where no such player sits here. */
  restart(playerId: string): Promise<boolean> {
    return this.#assignment.restart(playerId);
  }

  /** Lives with Home Assistant under other settings from now on. */
  changeHomeAssistant(options: HomeAssistantSettings): void {
    this.#homeAssistant.leave(options.prefix);
    this.#homeAssistant = this.#createHomeAssistant(options);
    // Once without it: what the broker holds is to be sent to the new one.
    this.#listen([]);
    this.#listen();
    for (const session of this.sessions) this.#homeAssistant.changed(session.id, session.state);
    if (this.mqtt !== undefined) this.#homeAssistant.connected();
  }

  /** A broker was (re)connected: it may have lost everything, so it is told everything. */
  connected(mqtt: BridgeInfo["mqtt"]): void {
    this.#guard(() => {
      this.#router.connected(mqtt.protocol);
      this.#peers.connected();
      this.#report.connected(mqtt);
      this.#announce();
      this.#homeAssistant.connected();
      this.#cleanUp.connected();
      this.#onlookers.tell({ kind: "connected" });
    });
  }

  /** The broker is gone. */
  disconnected(): void {
    this.#guard(() => {
      this.#hangUp();
      this.#onlookers.tell({ kind: "disconnected" });
    });
  }

  receive(message: IncomingMessage): void {
    this.#guard(() => {
      if (this.#router.receive(message)) return;
      for (const part of [this.#peers, this.#report, this.#cleanUp, this.#homeAssistant])
        part.received(message);
    });
  }

  /** Runs all players until the signal aborts, or until a bug ends one of them and so all. */
  async run(signal: AbortSignal): Promise<void> {
    const scope = new TaskScope(signal);
    // Each player listens to it while it waits: many players are no leak.
    setMaxListeners(0, scope.signal);
    this.#failWith = (error) => {
      scope.run(async () => {
        throw error;
      });
    };
    this.#assignment.start(scope);
    scope.run((inner) => this.#health.run(inner));
    try {
      await scope.done();
    } finally {
      this.#homeAssistant.stop();
      this.#assignment.runners.stop();
      this.#hangUp();
      this.#state = "offline";
      // Said by ourselves: after an orderly goodbye the broker does not publish the will.
      this.#options.broker.publish(...this.#tellState());
    }
  }

  #hangUp(): void {
    for (const part of [this.#peers, this.#report, this.#homeAssistant, this.#cleanUp]) part.disconnected();
  }

  /** Asks for the messages and the ticks that are needed now. */
  #listen(homeAssistant: readonly Listener[] = [this.#homeAssistant]): void {
    const { base, broker, schedule } = this.#options;
    const { runners } = this.#assignment;
    const all: readonly Listener[] = [this.#peers, this.#report, this.#cleanUp, ...homeAssistant];
    broker.listenTo([...runners.subscriptions(base), ...all.flatMap(({ subscriptions }) => subscriptions)]);
    schedule.follow(runners.jobs((act) => this.#guard(act)));
  }

  #createHomeAssistant(settings: HomeAssistantSettings): HomeAssistant {
    const { runners } = this.#assignment;
    return new HomeAssistant({
      ...this.#options,
      ...settings,
      bridge: this.#name,
      players: Array.from(runners, ({ player }) => player),
      isConfigured: (id) => this.#assignment.isConfigured(id) || !this.#options.isListComplete(),
      isOurs: (name) => name === this.#name || this.#isFormer(name),
      announce: (id) => (id === undefined ? this.#announce() : runners.get(id)?.session.announce()),
    });
  }

  /** Others are here now. What we have is claimed by saying so, before anything is asked of it. */
  #seated(): void {
    this.#listen();
    this.#homeAssistant.arrange(Array.from(this.#assignment.runners, ({ player }) => player));
    this.#report.tell();
    this.#health.arranged();
    this.#onlookers.tell({ kind: "arranged" });
  }

  #peersChanged(): void {
    this.#listen();
    this.#assignment.settle().catch(this.#failWith);
    this.#cleanUp.peersChanged();
  }

  /** A bridge that the fleet has no more. Of all that could clear up behind it, the first one does. */
  #isFormer(bridge: BridgeName): boolean {
    return (
      this.#options.shard.index === 0 && !this.#assignment.isOfFleet(bridge) && !this.#peers.isThere(bridge)
    );
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
    if (this.mqtt === undefined) return;
    for (const session of this.sessions) session.announce();
    this.#report.tell();
    // Last, so that whoever trusts the bridge from here on finds true values.
    this.#options.broker.publishLater(this.#tellState);
    this.#health.publish();
  }
}
