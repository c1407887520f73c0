import { setMaxListeners } from "node:events";
import type { ResourceName } from "../core/resources/player.ts";
import type { DatedMessage, IncomingMessage, Message } from "../core/topics/message.ts";
import { type BridgeInfo, bridgeState } from "../core/topics/render-bridge.ts";
import { type ChangedTopic, clearSettings } from "../core/topics/render.ts";
import { renderSkipped, type Settled } from "../core/topics/result.ts";
import { type BridgeName, commandFilters, deepCommandFilters } from "../core/topics/topics.ts";
import { aborted } from "../lib/aborted.ts";
import { TaskScope } from "../lib/task-scope.ts";
import { type FindPlayers, AddressTracker } from "./address-tracker.ts";
import { Assignment } from "./assignment.ts";
import type { BridgeContext, BridgeEvents } from "./bridge-context.ts";
import { CommandIntake } from "./command-intake.ts";
import { DepartedPlayers } from "./clean-up/departed-players.ts";
import { FormerBridges } from "./clean-up/former-bridges.ts";
import { TopicRepair } from "./clean-up/topic-repair.ts";
import type { Extension } from "./extension.ts";
import { InfoRecord } from "./info-record.ts";
import type { Ownership } from "./ownership.ts";
import { PlayerAddressBook } from "./player-address-book.ts";
import { type BridgePlayer, createRunner } from "./player-runner.ts";
import { PlayerRunners } from "./player-runners.ts";
import { OtherBridges } from "./other-bridges.ts";
import type { PlayerSession } from "./player-session.ts";
import { onceAMinute } from "../lib/once-a-minute.ts";
import type { Phrase } from "../lib/phrase.ts";
import { Router } from "./router.ts";
import { UnknownTargets } from "./unknown-targets.ts";

interface BridgeOptions extends Omit<BridgeContext, "extensions" | "clientIds" | "events"> {
  /** Those that run here, or where bridges share their players, on any of them. */
  readonly players: readonly BridgePlayer[];
  /** Its client id at the start: retained messages may arrive before the connection is reported. */
  readonly clientId?: string;
  readonly ownership: (context: BridgeContext) => Ownership;
  /** This bridge begins to run its players, or to stand by; the connection has to be replaced. */
  readonly onRole?: () => Promise<void>;
  readonly findPlayers?: FindPlayers;
  /** How long a message that arrives now may already have waited in the socket. */
  readonly messageAgeMs?: () => number;
  /** Outcomes are never published below these prefixes, even if a command names such a response topic. */
  readonly reservedPrefixes?: () => readonly string[];
}

/** All players of one process: their loops in one scope, and the parts and extensions that listen to them. */
export class Bridge implements BridgeEvents {
  readonly name: BridgeName;
  readonly ownership: Ownership;
  readonly #errors: unknown[] = [];
  /** Until the bridge runs, an error waits for that. */
  endWith: BridgeEvents["endWith"] = (error) => {
    this.#errors.push(error);
  };
  readonly #options: BridgeOptions;
  readonly #context: BridgeContext;
  readonly #extensions = new Set<Extension>();
  readonly #clientIds: Set<string>;
  readonly #runners: PlayerRunners;
  readonly #others: OtherBridges;
  readonly #assignment: Assignment;
  readonly #departed: DepartedPlayers;
  readonly #formerBridges: FormerBridges;
  readonly #info: InfoRecord;
  readonly #topicRepair: TopicRepair;
  readonly #router: Router;
  readonly #unknownTargets: UnknownTargets;
  readonly #intake: CommandIntake;
  /** How many commands were skipped since the last line of the log, and whose they were in the last second. */
  #skipped: { readonly count: number; readonly players: object } = { count: 0, players: {} };
  readonly #warnOfSkipped: () => void;
  readonly #addressTracker: AddressTracker;
  readonly #addressBook: PlayerAddressBook;
  #mqtt: BridgeInfo["mqtt"] | undefined;
  #state: "online" | "offline" = "online";
  #hasLeft = false;

  constructor(options: BridgeOptions) {
    this.#options = options;
    const { clientId, clock, log, players } = options;
    this.name = options.bridge;
    this.#clientIds = new Set(clientId === undefined ? [] : [clientId]);
    const context: BridgeContext = {
      ...options,
      extensions: this.#extensions,
      clientIds: this.#clientIds,
      events: this,
    };
    this.#context = context;
    const runners = new PlayerRunners(clock);
    this.#runners = runners;
    const others = new OtherBridges(context);
    this.#others = others;
    const ownership = options.ownership(context);
    this.ownership = ownership;
    this.#assignment = new Assignment(players, context, ownership, runners);
    this.#departed = new DepartedPlayers(
      context,
      (id) => this.#assignment.get(id) !== undefined || others.isClaimed(id),
    );
    this.#formerBridges = new FormerBridges(context, others, this.#departed);
    this.#info = new InfoRecord({
      ...context,
      ownership,
      departed: this.#departed,
      listed: () => this.#listed,
    });
    this.#topicRepair = new TopicRepair({
      ...context,
      ownMessage: (id, topic) => this.#ownMessage(id, topic),
    });
    this.#router = new Router({ ...context, sessionOf: (id, refusal) => this.#sessionOf(id, refusal) });
    this.#unknownTargets = new UnknownTargets({
      ...context,
      others,
      configured: () => [...this.#assignment.configured],
    });
    this.#warnOfSkipped = onceAMinute(clock, () => {
      log.warn(this.#skipped, "commands came too fast to be answered one by one, and were not carried out");
      this.#skipped = { count: 0, players: {} };
    });
    this.#intake = new CommandIntake({ clock, onSkipped: (counts) => this.#reportSkipped(counts) });
    this.#addressTracker = new AddressTracker({
      ...context,
      ...(options.findPlayers !== undefined && { findPlayers: options.findPlayers }),
      runners,
      assignment: this.#assignment,
    });
    this.#addressBook = new PlayerAddressBook(runners);
    this.subscriptionsChanged();
  }

  get sessions(): readonly PlayerSession[] {
    return this.#runners.sessions;
  }

  /** The broker connection; undefined while disconnected. */
  get mqtt(): BridgeInfo["mqtt"] | undefined {
    return this.#mqtt;
  }

  /** Whether this player runs here or on another bridge of the fleet, or may be found again. */
  mayReturn(playerId: string): boolean {
    return this.#assignment.get(playerId) !== undefined || !this.#options.isListComplete();
  }

  /** Whether this bridge has to clear the retained topics of the named bridge. */
  answersFor(bridge: BridgeName): boolean {
    return bridge === this.name || this.#others.absent.has(bridge);
  }

  /** Runs all players until the signal aborts, or until a bug ends one of them and so all. */
  async run(signal: AbortSignal): Promise<void> {
    const scope = new TaskScope(signal);
    // Every waiting player listens to this signal: many listeners are no leak here.
    setMaxListeners(0, scope.signal);
    this.endWith = (error) => {
      scope.run(async () => {
        throw error;
      });
    };
    for (const error of this.#errors) this.endWith(error);
    // Keeps a bridge without players running.
    scope.run((inner) => aborted(inner));
    this.#assignment.start(scope);
    try {
      await scope.done();
    } finally {
      this.#runners.stop();
      this.#addressTracker.stop();
      this.#intake.report();
      // Their last messages about players are there before another member may take those.
      const stopped = Array.from(this.#extensions, async (extension) => extension.stop?.());
      // A member that leaves in good order has no players any more.
      this.#hasLeft = this.ownership.sharesPlayers === true;
      if (this.#hasLeft) this.publishInfo();
      this.disconnected();
      // What comes from now on would begin what nobody ends.
      this.#extensions.clear();
      this.#state = "offline";
      // After an orderly disconnect the broker does not publish the will.
      if (this.ownership.isActive) this.#options.broker.publish(...this.#stateMessages());
      await Promise.all(stopped);
    }
  }

  extend(extension: Extension): void {
    this.#extensions.add(extension);
    this.#guard(() => {
      this.subscriptionsChanged();
      if (this.#mqtt !== undefined && this.ownership.isActive) extension.connected?.(this.#mqtt);
    });
  }

  /** Removes an extension. One that is added later receives the retained messages again. */
  async remove(extension: Extension): Promise<void> {
    this.#extensions.delete(extension);
    this.#guard(() => this.subscriptionsChanged());
    await extension.stop?.();
  }

  /** Sets the players. A player that is the same object as before keeps running undisturbed. */
  async arrange(players: readonly BridgePlayer[]): Promise<void> {
    const before = this.sessions.map(({ id, state }) => ({ id, tags: tagsOf(state.config) }));
    await this.#assignment.arrange(players);
    this.#arranged();
    this.#departed.add(before.map(({ id }) => id));
    const configured = new Map(players.map((player) => [player.id, player]));
    for (const { id, tags } of before) {
      const player = configured.get(id);
      if (player === undefined && this.mayReturn(id)) continue;
      const allowed = player === undefined ? [] : tagsOf(player);
      const gone = tags.filter((tag) => !allowed.includes(tag));
      this.#options.broker.publish(...clearSettings(this.#options.base, id, gone));
    }
  }

  /** Starts a player's session again; false if the player does not run here. */
  restart(playerId: string): Promise<boolean> {
    return this.#assignment.restart(playerId);
  }

  // What comes from the broker.

  /** The broker was (re)connected. It may have lost everything, so a snapshot follows. */
  connected(mqtt: BridgeInfo["mqtt"]): void {
    this.#guard(() => {
      this.#mqtt = mqtt;
      // The present one comes last.
      this.#clientIds.delete(mqtt.clientId);
      this.#clientIds.add(mqtt.clientId);
      this.ownership.linked();
      if (!this.ownership.isActive) return;
      this.#runners.awaitNotes();
      this.#router.connected(mqtt);
      this.#others.connected();
      this.#info.connected(mqtt);
      this.#notify((extension) => extension.connected?.(mqtt));
      this.announce();
      this.#departed.connected();
    });
  }

  disconnected(): void {
    this.#guard(() => {
      this.#mqtt = undefined;
      this.ownership.unlinked();
      if (this.ownership.isActive) this.#leave();
    });
  }

  /** A message arrived. Commands go to the player that runs here, everything else to the parts and extensions that listen. */
  received(arrived: IncomingMessage): void {
    this.#guard(() => {
      const { clock, messageAgeMs } = this.#options;
      const message = { ...arrived, sentAt: clock.now() - (messageAgeMs?.() ?? 0) };
      this.ownership.heard(message);
      if (!this.ownership.isActive) return;
      if (!isCommandTopic(message.topic) || this.ownership.admits(message)) this.#route(message);
    });
  }

  decided(command: DatedMessage, refusal?: Phrase): void {
    this.#guard(() => this.#route(command, refusal));
  }

  /** Commands take turns; all else is read at once. */
  #route(message: DatedMessage, refusal?: Phrase): void {
    if (!isCommandTopic(message.topic)) return this.#carryOut(message, refusal);
    const { base } = this.#options;
    const id = message.topic.slice(base.length + 1).split("/", 1)[0] ?? "";
    // Ids of nobody share a lane: there is no end of them.
    const lane = this.#runners.get(id) === undefined ? "" : id;
    this.#intake.take(lane, () => this.#guard(() => this.#carryOut(message, refusal)));
  }

  /** Tells how many commands came too fast for an outcome of their own. */
  #reportSkipped(counts: ReadonlyMap<string, number>): void {
    const { base, broker } = this.#options;
    const { message, count, players } = renderSkipped(base, this.name, counts);
    broker.publish(message);
    this.#skipped = { count: this.#skipped.count + count, players };
    this.#warnOfSkipped();
  }

  /** Gives a command to its player, what an earlier run has said about a player to that one, and all else to those that listen. */
  #carryOut(arrived: DatedMessage, refusal?: Phrase): void {
    const message = withSafeReply(arrived, this.#options.reservedPrefixes?.() ?? []);
    if (this.#router.receive(message, refusal) || this.#state === "offline") return;
    if (this.#runners.remember(this.#options.base, message)) return;
    for (const listener of this.#listeners) {
      const done = listener.received?.(message);
      if (done instanceof Promise) done.catch(this.endWith);
    }
  }

  /** The session that answers commands to this player; undefined if they are no business of this bridge. */
  #sessionOf(id: string, refusal?: Phrase): PlayerSession | undefined {
    const player = this.#assignment.get(id);
    if (refusal === undefined || player === undefined) return this.#runners.sessionOf(id);
    // A session that has ended fails every command.
    const { session } = createRunner(player, 0, this.#context, this.ownership);
    session.endReason = refusal;
    session.close();
    return session;
  }

  accepted(topic: string): void {
    this.#guard(() => {
      this.ownership.accepted?.(topic);
      this.#notify((extension) => extension.accepted?.(topic));
    });
  }

  refusedMessage(topic: string): void {
    this.#guard(() => this.#notify((extension) => extension.refused?.(topic)));
  }

  // What the players report.

  changed(session: PlayerSession, topics: readonly ChangedTopic[]): void {
    this.#addressTracker.changed(session);
    this.#notify((extension) => extension.changed?.(session, topics));
    this.#addressBook.changed(session);
  }

  observed(session: PlayerSession, resource: ResourceName, isInferred: boolean): void {
    this.#notify((extension) => extension.observed?.(session, resource, isInferred));
  }

  settled(session: PlayerSession, settled: Settled): void {
    this.#notify((extension) => extension.settled?.(session, settled));
  }

  playersLeft(): void {
    this.subscriptionsChanged();
    // What an extension still publishes about these players is there before another member may take them.
    this.#arranged();
  }

  /** The claim on new players is published before their first request. */
  playersAssigned(): void {
    this.subscriptionsChanged();
    if (!this.ownership.isActive) return;
    if (this.#mqtt !== undefined) this.#runners.awaitNotes();
    this.#info.publishChanged();
    this.#arranged();
  }

  departedChanged(): void {
    this.subscriptionsChanged();
    this.publishInfo();
  }

  // What the other bridges cause.

  /** Stops the players and stands by, or runs them; then the link connects with a will, or without one. */
  roleChanged(): void {
    this.#changeRole().catch(this.endWith);
  }

  async #changeRole(): Promise<void> {
    if (!this.ownership.isActive) this.#leave();
    this.subscriptionsChanged();
    await this.#assignment.update();
    await this.#options.onRole?.();
    this.#arranged();
  }

  /** To all that listen, a bridge that stands by is one without a broker. */
  #leave(): void {
    this.#runners.disconnected();
    for (const listener of this.#listeners) listener.disconnected?.();
  }

  membersChanged(): void {
    this.#assignment.update().catch(this.endWith);
  }

  othersChanged(): void {
    this.subscriptionsChanged();
    this.#formerBridges.othersChanged();
    if (this.#others.isRead) this.#unknownTargets.decide();
  }

  // What goes to the broker.

  /** Subscribes to the messages and schedules the ticks that are needed now. */
  subscriptionsChanged(): void {
    const { base, broker, schedule } = this.#options;
    if (!this.ownership.isActive) {
      broker.listenTo(this.ownership.subscriptions);
      schedule.follow(new Map());
      return;
    }
    // Of any player: one for a single player would come too late where others share them, and would not hear a typo.
    const commands = commandFilters(base, "+");
    const parts = [
      this.ownership,
      this.#others,
      this.#info,
      this.#departed,
      this.#unknownTargets,
      ...this.#extensions,
    ];
    // The record of an older bridge arrives before the first command.
    const needed = [
      ...parts.flatMap((part) => part.subscriptions ?? []),
      ...commands.map((filter) => ({ filter, wantsRetained: true })),
      ...this.#runners.subscriptions(base),
      ...deepCommandFilters(base).map((filter) => ({ filter, wantsRetained: true, isOptional: true })),
    ];
    const filters = new Set(needed.map(({ filter }) => filter));
    const watched = this.#topicRepair.subscriptions.filter(({ filter }) => !filters.has(filter));
    broker.listenTo([...needed, ...watched]);
    schedule.follow(this.#runners.jobs((act) => this.#guard(act)));
  }

  /** Publishes a snapshot while connected, since a subscriber may have received nothing yet. */
  announce(): void {
    if (this.#mqtt === undefined || !this.ownership.isActive) return;
    for (const session of this.sessions) session.announce();
    this.publishInfo();
    // The bridge's state comes last, so subscribers that wait for it find current values.
    this.publishState();
    this.#notify((extension) => extension.announced?.());
  }

  publishState(): void {
    this.#options.broker.publishDeferred(this.#stateMessages);
  }

  readonly #stateMessages = (): readonly Message[] => {
    this.ownership.stateSent?.();
    return [bridgeState(this.#options.base, this.name, this.#state)];
  };

  publishInfo(): void {
    this.#info.publish();
  }

  /** What the info of this bridge says about players. */
  get #listed(): Pick<BridgeInfo, "players" | "leaving"> {
    const { ids: departed } = this.#departed;
    return {
      players: this.#hasLeft ? [] : this.sessions.map(({ id, name }) => ({ id, name })),
      ...(departed.length > 0 && { leaving: departed }),
    };
  }

  /** What this bridge would publish on the topic of a player now. Another member may have the player, and be right. */
  #ownMessage(id: string, topic: string): Message | undefined {
    if (!this.ownership.mayAct(id)) return undefined;
    const session = this.#runners.get(id)?.session;
    if (topic.endsWith("/availability")) return session?.publisher.availability;
    if (topic.endsWith("/note")) return session?.publisher.note;
    return Array.from(this.#extensions, (extension) => extension.ownMessage?.(topic)).find(Boolean);
  }

  /** All that listen beside the way of a command. */
  get #listeners(): readonly Extension[] {
    return [
      this.#others,
      this.#info,
      this.#departed,
      this.#formerBridges,
      this.#topicRepair,
      this.#unknownTargets,
      ...this.#extensions,
    ];
  }

  #notify(event: (extension: Extension) => void): void {
    for (const extension of this.#extensions) event(extension);
  }

  #arranged(): void {
    this.#addressBook.arranged();
    this.#notify((extension) => extension.arranged?.());
  }

  /** A bug in a callback ends the bridge, as one in a loop does: cron and the MQTT client would swallow the error. */
  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.endWith(error);
    }
  }
}

/** Topics on which a message would be taken for a command or a bridge's own: `x/set`, `x/bridge/y`, `x/request/y`. */
const ofSomeBridge = /\/set$|\/(bridge(-[a-z0-9-]+)?|request)\//;

function isCommandTopic(topic: string): boolean {
  return /\/(set|get)$|\/request\/[^/]+$/.test(topic);
}

/** The settings whose topics a player may have. */
function tagsOf({
  settingTags,
  declaredTags,
}: Pick<BridgePlayer, "settingTags" | "declaredTags">): readonly string[] {
  return [...settingTags, ...declaredTags];
}

/** An answer would be misread below a reserved prefix, such as Home Assistant's, or where a bridge reads commands. */
function withSafeReply(message: DatedMessage, reserved: readonly string[]): DatedMessage {
  const topic = message.replyTo?.topic;
  if (topic === undefined) return message;
  const isReserved = reserved.some((prefix) => topic === prefix || topic.startsWith(`${prefix}/`));
  return isReserved || ofSomeBridge.test(topic) ? { ...message, replyTo: undefined } : message;
}
