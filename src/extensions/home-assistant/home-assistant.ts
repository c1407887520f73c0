import { announcementFilters, birthTopic, deviceTopic } from "./discovery/discovery-topics.ts";
import { bridgeIdentity, identityOfId } from "./discovery/identity.ts";
import { bridgePayload } from "./discovery/payload.ts";
import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import type { Extension } from "../../bridge/extension.ts";
import type { BrokerPort, Log } from "../../core/ports.ts";
import { type BridgeName, isBridgeName } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { QuietPeriod } from "../../lib/quiet-period.ts";
import { type FoundAnnouncement, FoundAnnouncements } from "./found-announcements.ts";
import { type HomeAssistantPlayer, PlayerAnnouncement } from "./home-assistant-player.ts";
import { AnnouncedTopic } from "./home-assistant-topic.ts";
import { PayloadPacker } from "./packed-payload.ts";

/** What the extension for Home Assistant works with. */
export interface HomeAssistantOptions {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly prefix: string;
  readonly version: string;
  /** If not, the announcements of earlier runs are removed. */
  readonly isEnabled: boolean;
  readonly hasMediaPlayers: boolean;
  readonly players: () => readonly HomeAssistantPlayer[];
  /** Whether a player of this id may come back, here or on another bridge of the fleet. */
  readonly mayReturn: (playerId: string) => boolean;
  /** Whether announcements of a bridge of this name are ours to remove. */
  readonly answersFor: (bridge: BridgeName) => boolean;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  /** 0 up to, not including, 1. */
  readonly random: () => number;
  readonly log: Log;
  /** Publishes a snapshot of everything. */
  readonly announce: () => void;
}

/** What an earlier run said comes right after the subscription; when nothing came for so long, that was all. */
const readBackMs = 2000;
/** A fleet of bridges must not answer the birth of Home Assistant in step. */
const longestJitterMs = 3000;
/** Home Assistant listens to an entity's topics so long after it was told of the entity. */
const listensAfterMs = 1000;
/** So long a player that was renamed may take to show itself, before its old announcement is taken away. */
const orphanPatienceMs = 300_000;

/** The life with Home Assistant: announces players, keeps the announcements true, and takes away what is not. */
export class HomeAssistant implements Extension {
  readonly #options: HomeAssistantOptions;
  readonly #players = new Map<string, PlayerAnnouncement>();
  readonly #topics = new Map<string, AnnouncedTopic>();
  readonly #packer = new PayloadPacker();
  readonly #found: FoundAnnouncements;
  readonly #orphans = new Set<string>();
  readonly #timers: NamedTimers;
  readonly #silence: QuietPeriod;
  #isReading = true;

  constructor(options: HomeAssistantOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
    this.#silence = new QuietPeriod(options.clock);
    this.#found = new FoundAnnouncements(options.base, this.#packer);
    this.#add(options.players());
  }

  /** What the broker is asked to send; also when discovery is off, to find what is to be taken away. */
  get subscriptions(): Subscription[] {
    const { prefix } = this.#options;
    return [
      ...announcementFilters(prefix).map((filter) => ({ filter, wantsRetained: true })),
      { filter: birthTopic(prefix), wantsRetained: false },
    ];
  }

  /** Follows the players of the bridge; announcements of others are removed when nobody can claim them any more. */
  arranged(): void {
    const players = this.#options.players();
    const wanted = new Map(players.map((player) => [player.id, player]));
    for (const [id, announcement] of this.#players) {
      const player = wanted.get(id);
      if (player !== undefined && player.state.mac === announcement.player.state.mac)
        announcement.follow(player);
      else this.#leave(announcement);
    }
    this.#add(players.filter(({ id }) => !this.#players.has(id)));
    if (!this.#isReading) this.#sortOut();
  }

  /** Whether Home Assistant may have entities of this player or bridge. */
  holds(id: string): boolean {
    if (this.#isReading) return true;
    if (isBridgeName(id)) return this.#found.hasBridge(id);
    if ([...this.#topics.values()].some((topic) => topic.playerId === id)) return true;
    return this.#found.of(id).some(([topic]) => !this.#topics.has(topic));
  }

  /** A broker was (re)connected: nothing is said before it was heard what it holds. */
  connected(): void {
    this.#silence.wait(readBackMs, () => this.#begin());
  }

  /** The broker is gone, and the next one may hold something else. */
  disconnected(): void {
    this.#isReading = true;
    this.#found.clear();
    this.#orphans.clear();
    this.#silence.cancel();
    this.#timers.cancelAll();
    for (const topic of this.#topics.values()) topic.pause();
  }

  /** Takes in a message on one of the subscriptions; others are nothing to it. */
  received({ topic, payload, retain }: IncomingMessage): void {
    const { prefix } = this.#options;
    if (!topic.startsWith(`${prefix}/`)) return;
    const text = new TextDecoder().decode(payload);
    if (topic === birthTopic(prefix)) {
      if (!retain && text === "online") this.#greet();
    } else if (text === "") {
      this.#found.delete(topic);
      this.#topics.get(topic)?.emptied();
    } else {
      this.#silence.heard();
      const told = this.#isReading ? undefined : this.#topics.get(topic);
      if (told === undefined) this.#found.hear(topic, text);
      else told.overheard(text);
    }
  }

  /** A player's state changed. Called for every change, so what does not matter here ends early. */
  changed({ id, state }: HomeAssistantPlayer): void {
    const player = this.#players.get(id);
    if (player?.learn(state) !== true || this.#isReading || !this.#options.isEnabled) return;
    this.#identify(player);
    player.update();
    this.#clearOrphans(false);
  }

  /** Others take over, under this prefix: what was said under another one is taken away. */
  leave(prefix: string): void {
    if (prefix !== this.#options.prefix) for (const topic of this.#topics.values()) topic.clear();
    this.stop();
  }

  /** Says nothing more, and leaves no timer behind. */
  stop(): void {
    this.disconnected();
    for (const player of this.#players.values()) player.stop();
  }

  /** What the broker holds is known. */
  #begin(): void {
    this.#isReading = false;
    if (this.#options.isEnabled) this.#announceAll();
    this.#sortOut();
  }

  #announceAll(): void {
    const { base, bridge, broker, prefix, version } = this.#options;
    const topic = deviceTopic(prefix, bridgeIdentity(base, bridge));
    this.#open(topic, undefined).want(bridgePayload(base, version, bridge));
    // A payload is work for milliseconds, and those of a thousand players for seconds.
    inTurn(broker, this.#topics, (told) => this.#resume(told));
    for (const player of this.#players.values()) this.#identify(player);
    inTurn(broker, this.#players, (player) => player.update());
  }

  /** Finds what nobody wants of all that was found, and takes it away: at once where that is certain. */
  #sortOut(): void {
    for (const [topic, own] of this.#found) {
      if (!this.#stays(topic, own)) this.#orphans.add(topic);
    }
    this.#clearOrphans(!this.#options.isEnabled);
    if (this.#orphans.size > 0)
      this.#timers.after("orphans", orphanPatienceMs, () => this.#clearOrphans(true));
  }

  #add(players: readonly HomeAssistantPlayer[]): void {
    const open = (topic: string, { id }: HomeAssistantPlayer): AnnouncedTopic => this.#open(topic, id);
    const common = { ...this.#options, open };
    for (const player of players) {
      const announcement = new PlayerAnnouncement(player, common);
      announcement.learn(player.state);
      this.#players.set(player.id, announcement);
    }
  }

  /** A player goes. What was said of it is from now on something that was found, and whoever it belongs to may take it. */
  #leave(announcement: PlayerAnnouncement): void {
    this.#players.delete(announcement.player.id);
    for (const { topic, own } of announcement.leave()) {
      this.#topics.delete(topic);
      this.#found.put(topic, own);
    }
  }

  /** Whether a found announcement is somebody else's, or one that goes on, as far as can be told. */
  #stays(topic: string, own: FoundAnnouncement): boolean {
    const { base, bridge, hasMediaPlayers, answersFor, isEnabled, mayReturn, prefix } = this.#options;
    const { id, identity } = own;
    if (!answersFor(own.bridge) || this.#topics.has(topic)) return true;
    if (!isEnabled) return false;
    if (id === undefined) return topic === deviceTopic(prefix, bridgeIdentity(base, bridge));
    const player = this.#players.get(id);
    if (player === undefined) return mayReturn(id);
    if ((player.identity ?? identity) !== identity) return false;
    return hasMediaPlayers || topic === deviceTopic(prefix, identity);
  }

  #identify(player: PlayerAnnouncement): void {
    if (player.identity !== undefined) return;
    const { base, log } = this.#options;
    const { id } = player.player;
    const old = this.#found.of(id);
    const guessed = player.guess(old.map(([, { identity }]) => identity).toSorted()[0]);
    if (guessed === undefined) return;
    const isTaken = [...this.#players.values()].some((other) => other.identity === guessed);
    const identity = isTaken ? identityOfId(base, id) : guessed;
    log.info({ player: id, identity }, "player is announced to Home Assistant");
    // What was said under another identity goes first: its entity ids must be free for the new one.
    const stale = old.filter(([, own]) => own.identity !== identity);
    for (const [topic] of stale) this.#remove(topic);
    for (const topic of player.become(identity)) {
      this.#orphans.delete(topic.topic);
      if (stale.length > 0) topic.hold();
      this.#resume(topic);
    }
  }

  #open(topic: string, playerId: string | undefined): AnnouncedTopic {
    const { broker, clock, log } = this.#options;
    const onSelectsChanged = (): void => {
      if (playerId !== undefined) this.#players.get(playerId)?.player.announce();
    };
    const options = { topic, broker, clock, log, packer: this.#packer, onSelectsChanged };
    const opened = this.#topics.get(topic) ?? new AnnouncedTopic(options);
    this.#topics.set(topic, opened);
    return opened;
  }

  #resume(topic: AnnouncedTopic): void {
    if (!this.#isReading) topic.resume(this.#found.payload(topic.topic));
  }

  /** Home Assistant has started: it is told everything, once for all births that come at about the same time. */
  #greet(): void {
    if (this.#isReading || !this.#options.isEnabled || this.#timers.has("greet")) return;
    this.#timers.after("greet", this.#options.random() * longestJitterMs, () => {
      inTurn(this.#options.broker, this.#topics, (topic) => topic.repeat());
      this.#timers.after("greet", listensAfterMs, () => this.#options.announce());
    });
  }

  /** Takes away what players of an earlier configuration left, as soon as nobody can claim it any more. */
  #clearOrphans(isCertain: boolean): void {
    const isSettled = [...this.#players.values()].every(({ identity }) => identity !== undefined);
    if (this.#orphans.size === 0 || !(isCertain || isSettled)) return;
    const { log } = this.#options;
    for (const topic of this.#orphans) {
      log.info({ topic }, "an announcement to Home Assistant that is not wanted any more is removed");
      this.#remove(topic);
    }
    this.#orphans.clear();
  }

  #remove(topic: string): void {
    this.#found.delete(topic);
    this.#options.broker.publish({ topic, payload: "", retain: true, qos: 1 });
  }
}

/** Does something for each that is still there, one after another, while nothing else is to be published. */
function inTurn<T>(broker: BrokerPort, all: ReadonlyMap<string, T>, act: (one: T) => void): void {
  for (const [key, one] of all) {
    broker.publishDeferred(() => {
      if (all.get(key) === one) act(one);
      return [];
    });
  }
}
