import { setMaxListeners } from "node:events";
import { bridgeNameOf } from "../core/fleet.ts";
import type { FleetView } from "../core/session/health.ts";
import type { CountedBroker, Log, SchedulePort } from "../core/ports.ts";
import type { Counters } from "../core/session/counters.ts";
import type { IncomingMessage } from "../core/topics/message.ts";
import { type BridgeInfo, bridgeState } from "../core/topics/render-bridge.ts";
import { clearSettings, playerOffline } from "../core/topics/render.ts";
import { type BridgeName, commandFilters, deepCommandFilters } from "../core/topics/topics.ts";
import type { Clock } from "../lib/clock.ts";
import { aborted } from "../lib/aborted.ts";
import { message } from "../lib/phrase.ts";
import { TaskScope } from "../lib/task-scope.ts";
import { Neighbors } from "./neighbors.ts";
import { CleanUp } from "./clean-up/clean-up.ts";
import { TopicRepair } from "./clean-up/topic-repair.ts";
import type { Extension } from "./extension.ts";
import { Assignment } from "./fleet/assignment.ts";
import { InfoRecord } from "./fleet/info-record.ts";
import { Leadership } from "./fleet/leadership.ts";
import { Membership } from "./fleet/membership.ts";
import { type BridgePlayer, createRunner, type PlayerRunner } from "./player-runner.ts";
import type { PlayerSession } from "./player-session.ts";
import { Router } from "./router.ts";
import { type FindPlayers, AddressTracker } from "./address-tracker.ts";

export interface BridgeOptions {
  readonly base: string;
  /** The name of this bridge in a fleet; empty without one. */
  readonly member: string;
  /** How long the players of a dead member wait for its return. */
  readonly graceMs: number;
  readonly version: string;
  /** All players of the fleet. */
  readonly players: readonly BridgePlayer[];
  readonly broker: CountedBroker;
  readonly schedule: SchedulePort;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Counters;
  /** Whether an unlisted player is gone for good; otherwise it may only be off. */
  readonly isListComplete: () => boolean;
  readonly clientId?: string;
  /** Whether this bridge takes over from another one of its name, or stands by for it. */
  readonly takesOver?: boolean;
  /** This bridge begins to run its players, or to stand by; the connection has to be replaced. */
  readonly onRole?: (isLeading: boolean) => Promise<void>;
  /** Searches the network for players, except on hosts of which it is known who is there. */
  readonly findPlayers?: FindPlayers;
  /** How long a message that arrives now may already have waited in the socket. */
  readonly messageAgeMs?: () => number;
  /** Notices that the process stood still, before its timers do. */
  readonly checkStandstill?: () => void;
  /** Outcomes are never published below these prefixes, even if a command names such a response topic. */
  readonly reservedPrefixes?: () => readonly string[];
}

/** Commands that wait until the broker has confirmed whose the players are, and retained ones that others may clear. */
const mostHeld = 1000;

interface HeldCommand {
  readonly id: string;
  readonly message: IncomingMessage;
  readonly at: number;
}

/** All players of one process: their loops in one scope, and the extensions that listen to them. */
export class Bridge {
  readonly name: BridgeName;
  readonly #options: BridgeOptions;
  readonly #leadership: Leadership;
  readonly #membership: Membership;
  readonly #assignment: Assignment;
  readonly #cleanUp: CleanUp;
  readonly #topicRepair: TopicRepair;
  readonly #info: InfoRecord;
  readonly #router: Router;
  readonly #addressTracker: AddressTracker;
  readonly #extensions = new Set<Extension>();
  readonly #neighbors = new Neighbors(() => this.sessions);
  readonly #held: HeldCommand[] = [];
  /** Retained commands to players of other members, by topic: who takes the player later refuses and clears them. */
  readonly #kept = new Map<string, HeldCommand>();
  #heldAgeMs: number | undefined;
  #knownOrphans: ReadonlySet<string> = new Set();
  #isStateSent = false;
  /** Whether the state waits for the info of a member. */
  #isStateHeld = false;
  #mqtt: BridgeInfo["mqtt"] | undefined;
  #state: "online" | "offline" = "online";
  #failWith: (error: unknown) => void = () => {};

  constructor(options: BridgeOptions) {
    this.#options = options;
    const { base, broker, member, players } = options;
    this.name = bridgeNameOf(member);
    const shared = { ...options, bridge: this.name };
    this.#leadership = new Leadership({
      ...shared,
      takesOver: options.takesOver ?? true,
      onChanged: () => void this.#changeRole().catch(this.#failWith),
      publishState: () => broker.publishDeferred(this.#stateMessages),
      announce: () => this.announce(),
    });
    this.#membership = new Membership({
      ...shared,
      players: players.map(({ id }) => id),
      isOurs: (record) => this.#leadership.isOurs(record),
      checkStandstill: () => options.checkStandstill?.(),
      onChanged: () => this.#membersChanged(),
      publish: () => this.#info.publish(),
      // One that is new here knows us by our state, which comes after the snapshot.
      onAsked: () => !this.#isStateSent && this.#info.publish(),
      onUnfit: (error) => this.#failWith(error),
      // The old owner's last messages may have replaced newer ones of ours.
      onReleased: (id) => this.#assignment.runners.get(id)?.session.announce(),
    });
    this.#assignment = new Assignment(players, {
      ...shared,
      membership: this.#membership,
      mayRun: () => this.#leadership.isLeading,
      createRunner: (player, place) => this.#createRunner(player, place),
      onLeft: () => {
        this.#subscribe();
        // What an extension still publishes about these players is there before another member may take them.
        this.#arranged();
      },
      onAssigned: () => this.#assigned(),
    });
    const { runners } = this.#assignment;
    this.#cleanUp = new CleanUp({
      ...shared,
      membership: this.#membership,
      isHeld: (id) => [...this.#extensions].some((extension) => extension.holds?.(id) === true),
      isConfigured: (id) => this.#assignment.isConfigured(id),
      onFormer: () => this.#arranged(),
      onChanged: () => {
        this.#subscribe();
        this.#info.publish();
      },
    });
    this.#topicRepair = new TopicRepair({
      ...shared,
      isAlone: () => member === "",
      players: () => this.sessions.map(({ id, state }) => ({ id, tags: state.config.settingTags })),
      ownMessage: (topic, id) =>
        id === undefined
          ? [this.#info, ...this.#extensions].map((part) => part.ownMessage?.(topic)).find(Boolean)
          : // Another member may have it, and be right.
            this.#membership.mustWait(id)
            ? undefined
            : runners.get(id)?.session.ownMessage(topic),
      onSubscriptions: () => this.#subscribe(),
    });
    this.#info = new InfoRecord({
      ...shared,
      leadership: this.#leadership,
      wantsOwn: member !== "",
      onPublished: (sequence) => {
        this.#membership.published(sequence);
        if (this.#isStateHeld) broker.publishDeferred(this.#stateMessages);
      },
      players: () => this.#claims,
      onFormerPlayers: (ids) => this.#cleanUp.clearUnwanted(ids),
      onSubscriptions: () => this.#subscribe(),
    });
    this.#router = new Router({
      ...shared,
      base,
      sessionOf: (id) => runners.get(id)?.session ?? this.#standInFor(id) ?? runners.sessionOf(id),
      messageAgeMs: () => this.#heldAgeMs ?? options.messageAgeMs?.() ?? 0,
      broker,
    });
    this.#addressTracker = new AddressTracker({
      ...shared,
      runners,
      configured: () => this.#assignment.configured,
      onFailed: (error) => this.#failWith(error),
    });
    this.#subscribe();
  }

  readonly #stateMessages = () => {
    // Until its info is out, the other members know the claims of an earlier run, which nobody answers for.
    this.#isStateHeld = this.#membership.isMember && !this.#info.hasRead;
    if (this.#isStateHeld) return [];
    this.#isStateSent = true;
    this.#leadership.stateSent();
    return [bridgeState(this.#options.base, this.name, this.#state)];
  };

  /** The client id of the bridge for which this one stands by; undefined while it runs its players. */
  get standsByFor(): string | undefined {
    return this.#leadership.standsByFor;
  }

  /** The state of the fleet; undefined for a bridge without one. */
  get fleet(): FleetView | undefined {
    return this.#membership.view;
  }

  /** Whether nothing may be sent to any player now, since other bridges may have them. */
  get isOnHold(): boolean {
    return this.#membership.isOnHold;
  }

  /** The process stood still for so long that others may have taken its players. */
  stoodStill(): void {
    this.#guard(() => this.#membership.stoodStill());
  }

  get sessions(): readonly PlayerSession[] {
    return this.#assignment.runners.sessions;
  }

  /** The broker connection; undefined while disconnected. */
  get mqtt(): BridgeInfo["mqtt"] | undefined {
    return this.#mqtt;
  }

  extend(extension: Extension): void {
    this.#extensions.add(extension);
    this.#guard(() => {
      this.#subscribe();
      if (this.#mqtt !== undefined && this.#leadership.isLeading) extension.connected?.(this.#mqtt);
    });
  }

  /** Removes an extension. One that is added later receives the retained messages again. */
  async remove(extension: Extension): Promise<void> {
    this.#extensions.delete(extension);
    this.#guard(() => this.#subscribe());
    await extension.stop?.();
  }

  /** Sets the players. A player that is the same object as before keeps running undisturbed. */
  async arrange(players: readonly BridgePlayer[]): Promise<void> {
    const before = this.sessions.map(({ id, state }) => ({ id, tags: state.config.settingTags }));
    await this.#assignment.arrange(players);
    this.#arranged();
    this.#cleanUp.clearUnwanted(before.map(({ id }) => id));
    const configured = new Map(players.map((player) => [player.id, player]));
    for (const { id, tags } of before) {
      const allowed = configured.get(id)?.settingTags;
      if (allowed === undefined && this.mayReturn(id)) continue;
      const gone = tags.filter((tag) => allowed?.includes(tag) !== true);
      this.#options.broker.publish(...clearSettings(this.#options.base, id, gone));
    }
  }

  /** Starts a player's session again; false if the player does not run here. */
  restart(playerId: string): Promise<boolean> {
    return this.#assignment.restart(playerId);
  }

  /** Whether this player runs here or on another bridge of the fleet, or may be found again. */
  mayReturn(playerId: string): boolean {
    return this.#assignment.isConfigured(playerId) || !this.#options.isListComplete();
  }

  /** Whether this bridge has to clear the retained topics of the named bridge. */
  answersFor(bridge: BridgeName): boolean {
    return bridge === this.name || this.#membership.absent.has(bridge);
  }

  /** Publishes a snapshot while connected, since a subscriber may have received nothing yet. */
  announce(): void {
    if (this.#mqtt === undefined || !this.#leadership.isLeading) return;
    for (const session of this.sessions) session.announce();
    this.#info.publish();
    // The bridge's state comes last, so subscribers that wait for it find current values.
    this.#options.broker.publishDeferred(this.#stateMessages);
    this.#notify((extension) => extension.announced?.());
  }

  /** The broker was (re)connected. It may have lost everything, so a snapshot follows. */
  connected(mqtt: BridgeInfo["mqtt"]): void {
    this.#guard(() => {
      this.#mqtt = mqtt;
      this.#leadership.connected(mqtt.clientId);
      if (!this.#leadership.isLeading) return;
      this.#router.connected(mqtt);
      this.#isStateSent = false;
      this.#isStateHeld = false;
      this.#membership.connected();
      this.#info.connected(mqtt);
      this.#notify((extension) => extension.connected?.(mqtt));
      this.announce();
      this.#cleanUp.connected();
      this.#topicRepair.connected(mqtt);
    });
  }

  disconnected(): void {
    this.#guard(() => {
      this.#mqtt = undefined;
      this.#leadership.disconnected();
      if (this.#leadership.isLeading) this.#leave();
    });
  }

  received(arrived: IncomingMessage): void {
    this.#guard(() => {
      this.#leadership.received(arrived);
      if (!this.#leadership.isLeading) return;
      if (arrived.isOnlyWatched === true) return this.#topicRepair.received(arrived);
      if (!this.#membership.isMember || !isCommandTopic(arrived.topic)) return this.#receive(arrived);
      const [id = ""] = arrived.topic.slice(this.#options.base.length + 1).split("/");
      if (id === this.name) this.#receive(arrived);
      else this.#receiveCommand(id, arrived);
    });
  }

  /** All members of a fleet hear each command, and one of them answers it. */
  #receiveCommand(id: string, message: IncomingMessage): void {
    const held = { id, message, at: this.#arrivedAt };
    if (this.#membership.answers(id)) {
      if (this.#held.length < mostHeld) this.#held.push(held);
      this.#receiveHeld();
    } else if (message.payload.byteLength === 0) this.#kept.delete(message.topic);
    else if (message.retain && this.#kept.size < mostHeld) this.#kept.set(message.topic, held);
  }

  #receive(arrived: IncomingMessage): void {
    const message = withSafeReply(arrived, this.#options.reservedPrefixes?.() ?? []);
    // The older bridge carries out what was sent before it knows of the claim.
    if (this.#leadership.isContending && isCommandTopic(message.topic)) return;
    if (this.#router.receive(message)) return;
    if (this.#assignment.runners.remember(this.#options.base, message)) return;
    for (const part of this.#parts) part.received(message);
    this.#notify((extension) => {
      const done = extension.received?.(message);
      if (done instanceof Promise) done.catch(this.#failWith);
    });
  }

  /** When a message that arrives now was sent at the earliest. */
  get #arrivedAt(): number {
    const { clock, messageAgeMs = () => 0 } = this.#options;
    return clock.now() - messageAgeMs();
  }

  /** Carries out the commands that waited until it was known whose the players are, or fails them. */
  #receiveHeld(): void {
    for (const held of this.#held.splice(0)) {
      const { id, message, at } = held;
      if (this.#isUndecided(id)) this.#held.push(held);
      else {
        this.#heldAgeMs = this.#options.clock.now() - at;
        this.#receive(message);
      }
    }
    this.#heldAgeMs = undefined;
  }

  /** Whether it is not decided yet if the player runs here. */
  #isUndecided(id: string): boolean {
    const { isOnHold } = this.#membership;
    return this.#membership.mayGoOn(id) && (isOnHold || this.#assignment.runners.get(id) === undefined);
  }

  /** The players or members changed. */
  #receiveWaiting(): void {
    this.#receiveHeld();
    for (const [topic, { id, message }] of this.#kept) {
      if (!this.#membership.answers(id) || this.#isUndecided(id)) continue;
      this.#kept.delete(topic);
      this.#receive(message);
    }
  }

  accepted(topic: string): void {
    this.#leadership.accepted(topic);
    this.#guard(() => {
      this.#membership.accepted(topic);
      this.#notify((extension) => extension.accepted?.(topic));
    });
  }

  refusedMessage(topic: string): void {
    this.#guard(() => this.#notify((extension) => extension.refused?.(topic)));
  }

  /** Runs all players until the signal aborts, or until a bug ends one of them and so all. */
  async run(signal: AbortSignal): Promise<void> {
    const scope = new TaskScope(signal);
    // Every waiting player listens to this signal: many listeners are no leak here.
    setMaxListeners(0, scope.signal);
    this.#failWith = (error) => {
      scope.run(async () => {
        throw error;
      });
    };
    // Keeps a bridge without players running.
    scope.run((inner) => aborted(inner));
    this.#assignment.start(scope);
    try {
      await scope.done();
    } finally {
      this.#assignment.runners.stop();
      this.#addressTracker.stop();
      // Their last messages about players are there before another member may take those.
      const stopped = Array.from(this.#extensions, async (extension) => extension.stop?.());
      this.#withdraw();
      this.disconnected();
      this.#receiveHeld();
      this.#state = "offline";
      // After an orderly disconnect the broker does not publish the will.
      if (this.#leadership.isLeading) this.#options.broker.publish(...this.#stateMessages());
      await Promise.all(stopped);
    }
  }

  /** A member that leaves hands over at once: its claims are withdrawn before it turns offline. */
  #withdraw(): void {
    if (!this.#membership.isMember || !this.#leadership.isLeading) return;
    this.#membership.end();
    this.#membership.stopped(() => false);
  }

  /** What the info of this bridge says about players. */
  get #claims(): Pick<BridgeInfo, "players" | "leaving" | "fleet"> {
    const { runners } = this.#assignment;
    const { departed } = this.#cleanUp;
    const { players: claimed, fleet } = this.#membership.claims();
    const ids = claimed ?? Array.from(runners, ({ player }) => player.id);
    const nameOf = (id: string): string => (this.#assignment.get(id) ?? runners.get(id)?.player)?.name ?? id;
    return {
      players: Array.from(ids, (id) => ({ id, name: nameOf(id) })),
      ...(departed.length > 0 && { leaving: departed }),
      ...(fleet !== undefined && { fleet }),
    };
  }

  #createRunner(player: BridgePlayer, place: number): PlayerRunner {
    return createRunner(player, place, {
      ...this.#options,
      mustWait: this.#membership.isMember
        ? (id, isEnding) => this.#membership.mustWait(id, isEnding)
        : undefined,
      onChanged: (session, topics) => {
        this.#addressTracker.changed(session);
        this.#notify((extension) => extension.changed?.(session, topics));
        this.#neighbors.changed(session);
      },
      onObserved: (session, resource, isInferred) =>
        this.#notify((extension) => extension.observed?.(session, resource, isInferred)),
      onSettled: (session, settled) => this.#notify((extension) => extension.settled?.(session, settled)),
    });
  }

  /** A session that answers for a player of the fleet that nobody runs: every command fails. */
  #standInFor(id: string): PlayerSession | undefined {
    const player = this.#membership.isMember ? this.#assignment.get(id) : undefined;
    if (player === undefined) return undefined;
    const { session } = this.#createRunner(player, 0);
    session.setEndReason(
      this.#membership.isClaimed(id)
        ? message("end.orphaned", "the bridge of the player died")
        : message("end.moved", "the player moved to another bridge of the fleet"),
    );
    session.close();
    return session;
  }

  /** Players of dead members are offline until another member has taken them. */
  #followOrphans(before: ReadonlySet<string>): void {
    const { base, broker } = this.#options;
    const { orphans } = this.#membership;
    for (const id of orphans) if (!before.has(id)) broker.publish(playerOffline(base, id));
  }

  /** Subscribes to the messages and schedules the ticks that are needed now. */
  #subscribe(): void {
    const { base, broker, schedule } = this.#options;
    const { runners } = this.#assignment;
    if (!this.#leadership.isLeading) {
      broker.listenTo(this.#leadership.subscriptions);
      schedule.follow(new Map());
      return;
    }
    // A member hears all commands: each subscription for a single player would come too late.
    const ids = this.#membership.isMember ? ["+"] : Array.from(runners, ({ player }) => player.id);
    const commands = ids.flatMap((id) => commandFilters(base, id));
    const parts: readonly Extension[] = [this.#membership, this.#info, this.#cleanUp, ...this.#extensions];
    // The record of an older bridge arrives before the first command.
    const needed = [
      ...parts.flatMap(({ subscriptions = [] }) => subscriptions),
      ...commands.map((filter) => ({ filter, wantsRetained: true })),
      ...runners.subscriptions(base),
      ...deepCommandFilters(base).map((filter) => ({ filter, wantsRetained: true, isOptional: true })),
    ];
    const filters = new Set(needed.map(({ filter }) => filter));
    broker.listenTo([
      ...needed,
      ...this.#topicRepair.subscriptions.filter(({ filter }) => !filters.has(filter)),
    ]);
    schedule.follow(runners.jobs((act) => this.#guard(act)));
  }

  /** Stops the players and stands by, or runs them; then the link connects with a will, or without one. */
  async #changeRole(): Promise<void> {
    const { isLeading } = this.#leadership;
    if (!isLeading) {
      this.#leave();
      this.#membership.dropped();
    }
    this.#subscribe();
    await this.#assignment.update();
    await this.#options.onRole?.(isLeading);
    this.#arranged();
  }

  get #parts() {
    return [this.#membership, this.#info, this.#cleanUp, this.#topicRepair];
  }

  /** To all parts, a bridge that stands by is one without a broker. */
  #leave(): void {
    this.#kept.clear();
    for (const part of this.#parts) part.disconnected();
    this.#notify((extension) => extension.disconnected?.());
  }

  #notify(event: (extension: Extension) => void): void {
    for (const extension of this.#extensions) event(extension);
  }

  #arranged(): void {
    this.#neighbors.keep(new Set(this.sessions.map(({ id }) => id)));
    this.#notify((extension) => extension.arranged?.());
  }

  /** The players that run here changed. The claim on them is published before their first request. */
  #assigned(): void {
    this.#subscribe();
    if (!this.#leadership.isLeading) return;
    this.#info.publishChanged();
    this.#arranged();
    this.#receiveWaiting();
  }

  #membersChanged(): void {
    const { orphans } = this.#membership;
    this.#followOrphans(this.#knownOrphans);
    this.#knownOrphans = orphans;
    this.#subscribe();
    this.#assignment.update().catch(this.#failWith);
    this.#cleanUp.membersChanged();
    this.#receiveWaiting();
  }

  /**
   * Ends the bridge on a bug in a callback of cron or of the MQTT client, as a bug in a loop does: both libraries would
   * swallow the error.
   */
  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#failWith(error);
    }
  }
}

/**
 * Topics on which a message would be taken for a command or for a bridge's own message: `x/set`, `x/bridge/y`,
 * `x/request/y`.
 */
const ofSomeBridge = /\/set$|\/(bridge(-[a-z0-9-]+)?|request)\//;

function isCommandTopic(topic: string): boolean {
  return /\/(set|get)$|\/request\/[^/]+$/.test(topic);
}

/**
 * Removes a response topic on which an answer would be misread: below a reserved prefix such as Home Assistant's, or a
 * topic that a bridge reads as a command.
 */
function withSafeReply(message: IncomingMessage, reserved: readonly string[]): IncomingMessage {
  const topic = message.replyTo?.topic;
  if (topic === undefined) return message;
  const isReserved = reserved.some((prefix) => topic === prefix || topic.startsWith(`${prefix}/`));
  return isReserved || ofSomeBridge.test(topic) ? { ...message, replyTo: undefined } : message;
}
