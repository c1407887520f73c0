import { Corrections } from "../../bridge/clean-up/corrections.ts";
import type { ExtensionContext, ReconfigurableExtension } from "../../bridge/extension.ts";
import type { BrokerPort } from "../../core/ports.ts";
import { parseObject } from "../../core/resources/json.ts";
import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import type { ChangedTopic } from "../../core/topics/render.ts";
import { type BridgeName, isBridgeName } from "../../core/topics/topics.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { QuietPeriod } from "../../lib/quiet-period.ts";
import { AnnouncedTopic, type AnnouncedTopicOptions } from "./announced-topic.ts";
import { type Announced, remember } from "./discovery/announced.ts";
import {
  announcementFilters,
  birthTopic,
  bridgeDiscoveryTopic,
  deviceTopic,
  isAnnouncementTopic,
  mediaPlayerTopic,
} from "./discovery/discovery-topics.ts";
import { closestLanguage, type EntityLanguage } from "./discovery/entity-name.ts";
import { type Identity, identityOfId } from "./discovery/identity.ts";
import { bridgePayload, type BridgeTraits } from "./discovery/payload.ts";
import { recognizeOwn } from "./discovery/recognize.ts";
import { FoundAnnouncements } from "./found-announcements.ts";
import { type HomeAssistantPlayer, PlayerAnnouncement } from "./player-announcement.ts";

export interface HomeAssistantSettings extends Omit<BridgeTraits, "language"> {
  /** `auto`: the one that Home Assistant asks for. */
  readonly language: EntityLanguage | "auto";
  readonly prefix: string;
  /** If disabled, the announcements of earlier runs are removed. */
  readonly isEnabled: boolean;
  readonly hasMediaPlayers: boolean;
}

export interface HomeAssistantOptions extends HomeAssistantSettings, ExtensionContext {
  /** Prefixes that were used earlier in this process: what is still announced under them is removed. */
  readonly formerPrefixes?: readonly string[];
  readonly version: string;
  readonly players: () => readonly HomeAssistantPlayer[];
  /** Whether a player with this id may come back, here or on another bridge of the fleet. */
  readonly mayReturn: (playerId: string) => boolean;
  /** Whether this bridge may remove the announcements of the bridge with this name. */
  readonly answersFor: (bridge: BridgeName) => boolean;
  /** At least 0, less than 1. */
  readonly random: () => number;
  readonly announce: () => void;
}

/** The version of the topic contract: it grows when a change requires a newer integration, not with each topic. */
const contract = 1;
/** Retained messages follow the subscription at once; after this silence they are complete. */
const readBackMs = 2000;
/** Spreads the answers of a fleet's bridges to Home Assistant's birth message. */
const longestJitterMs = 3000;
/** Home Assistant may take this long after an announcement to subscribe to an entity's topics. */
const subscribesAfterMs = 1000;
/** A player without an identity is checked at this interval, since a silent player reports no change. */
const identifyEveryMs = 10_000;

/** Announces players to Home Assistant, keeps the announcements up to date, and removes stale ones. */
export class HomeAssistant implements ReconfigurableExtension<HomeAssistantSettings> {
  readonly #options: HomeAssistantOptions;
  readonly #players = new Map<string, PlayerAnnouncement>();
  readonly #topics = new Map<string, AnnouncedTopic>();
  readonly #found: FoundAnnouncements;
  readonly #unclaimed = new Set<string>();
  readonly #timers: NamedTimers;
  readonly #quietPeriod: QuietPeriod;
  readonly #corrections: Corrections;
  #isReading = true;
  /** The one that was asked for last. */
  #language: EntityLanguage = "en";
  /** Whether it was asked for during this reading: what an earlier run has announced is older. */
  #isLanguageNew = false;
  /** Whether another client wrote the announcement to the integration. */
  #isBridgeForeign = false;

  constructor(options: HomeAssistantOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
    this.#quietPeriod = new QuietPeriod(options.clock);
    this.#corrections = new Corrections(options);
    this.#found = new FoundAnnouncements(options.base);
    this.#add(options.players());
  }

  /** The prefixes used before a successor with this one. A change while the broker is away removes nothing yet. */
  prefixesBefore(prefix: string): string[] {
    const { formerPrefixes = [], prefix: own } = this.#options;
    return [...new Set([...formerPrefixes, own])].filter((former) => former !== prefix);
  }

  get subscriptions(): Subscription[] {
    const { base, bridge, formerPrefixes = [], prefix } = this.#options;
    return [
      ...[prefix, ...formerPrefixes]
        .flatMap(announcementFilters)
        .map((filter) => ({ filter, wantsRetained: true })),
      { filter: birthTopic(prefix), wantsRetained: false },
      { filter: bridgeDiscoveryTopic(base, bridge), wantsRetained: true, isOptional: true },
    ];
  }

  /** Follows the bridge's players; removes other announcements once no player can claim them. */
  arranged(): void {
    const players = this.#options.players();
    const wanted = new Map(players.map((player) => [player.id, player]));
    for (const [id, announcement] of this.#players) {
      const player = wanted.get(id);
      if (player !== undefined && player.state.config.mac === announcement.player.state.config.mac)
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
    if ([...this.#topics.values()].some((topic) => topic.announced?.owner.id === id)) return true;
    return this.#found.of(id).some(([topic]) => !this.#topics.has(topic));
  }

  connected(): void {
    this.#quietPeriod.wait(readBackMs, () => this.#begin());
  }

  /** The next connection may be to another broker. */
  disconnected(): void {
    this.#isReading = true;
    this.#found.clear();
    this.#unclaimed.clear();
    this.#quietPeriod.cancel();
    this.#timers.cancelAll();
    this.#corrections.stop();
    for (const topic of this.#topics.values()) topic.disconnected();
  }

  received({ topic, payload, retain }: IncomingMessage): void {
    const { base, bridge, formerPrefixes = [], prefix } = this.#options;
    const text = new TextDecoder().decode(payload);
    if (topic === bridgeDiscoveryTopic(base, bridge)) this.#overheardAbout(topic, text);
    if (formerPrefixes.some((former) => isAnnouncementTopic(former, topic))) {
      this.#removeFormer(topic, text);
      return;
    }
    if (!topic.startsWith(`${prefix}/`)) return;
    if (topic === birthTopic(prefix)) {
      if (!retain && text === "online") this.#answerBirth();
    } else if (text === "") {
      this.#found.delete(topic);
      this.#topics.get(topic)?.emptied();
    } else {
      this.#quietPeriod.restart();
      const ours = this.#isReading ? undefined : this.#topics.get(topic);
      if (ours === undefined) this.#found.record(topic, text);
      else ours.overheard(text);
    }
  }

  changed({ id }: Pick<HomeAssistantPlayer, "id">, topics: readonly ChangedTopic[]): void {
    const player = this.#players.get(id);
    if (player === undefined) return;
    // A restarted session does not know its announced identity yet.
    if (player.identity !== undefined && player.identity !== player.player.state.bridge.identity)
      player.player.identified(player.identity);
    if (this.#isReading) return;
    if (!this.#options.isEnabled) return this.#identify(player);
    if (!player.isAffectedBy(topics)) return;
    this.#identify(player);
    player.update();
    this.#removeUnclaimed();
  }

  /**
   * Names entities in the language that is closest to a tag, also after a restart; tells which it is, undefined if the settings
   * say so.
   */
  speak(tag: string): { readonly language: EntityLanguage; readonly isOther: boolean } | undefined {
    if (this.#options.language !== "auto") return undefined;
    const language = closestLanguage(tag);
    this.#isLanguageNew = this.#isReading;
    if (language === this.#language) return { language, isOther: false };
    this.#language = language;
    if (!this.#isReading) {
      this.#announceBridge();
      inTurn(this.#options.broker, this.#players, (player) => player.update());
    }
    return { language, isOther: true };
  }

  refused(topic: string): void {
    this.#topics.get(topic)?.refused();
  }

  /** Other settings need a successor. Announcements under another prefix are removed, if the broker is connected. */
  reconfigure(settings: HomeAssistantSettings): boolean {
    const own: HomeAssistantSettings = this.#options;
    const names = Object.keys(settings) as (keyof HomeAssistantSettings)[];
    if (names.every((name) => settings[name] === own[name])) return true;
    if (settings.prefix !== own.prefix) for (const topic of this.#topics.values()) topic.clear();
    return false;
  }

  stop(): void {
    this.disconnected();
    for (const player of this.#players.values()) player.stop();
  }

  #begin(): void {
    this.#isReading = false;
    this.#isLanguageNew = false;
    this.#announceBridge();
    if (this.#options.isEnabled) this.#announceAll();
    else this.#identifyAll();
    this.#sortOut();
  }

  get #about(): string {
    const { base, bridge, isEnabled, language, version } = this.#options;
    const chosen = language === "auto" ? { language: this.#language } : {};
    return isEnabled ? JSON.stringify({ base, bridge, version, contract, ...chosen }) : "";
  }

  get #spoken(): EntityLanguage {
    const { language } = this.#options;
    return language === "auto" ? this.#language : language;
  }

  #overheardAbout(topic: string, text: string): void {
    if (this.#isReading) {
      const language = parseObject(text)?.["language"];
      if (typeof language === "string" && !this.#isLanguageNew) this.#language = closestLanguage(language);
      return;
    }
    this.#isBridgeForeign = text !== this.#about;
    this.#corrections.request(
      topic,
      () => this.#isBridgeForeign,
      () => this.#publish(topic, this.#about),
    );
  }

  /** To the integration, and as a device. */
  #announceBridge(): void {
    const { base, bridge, isEnabled, prefix, version } = this.#options;
    this.#publish(bridgeDiscoveryTopic(base, bridge), this.#about);
    if (!isEnabled) return;
    const own = this.#open(deviceTopic(prefix, identityOfId(base, bridge)), {
      write: () => bridgePayload(base, version, bridge, { ...this.#options, language: this.#spoken }),
      onSelectsChanged: () => {},
    });
    own.update();
  }

  #announceAll(): void {
    const { broker } = this.#options;
    // A payload costs milliseconds, so a thousand players would block for seconds.
    inTurn(broker, this.#topics, (topic) => this.#resume(topic));
    this.#identifyAll();
    inTurn(broker, this.#players, (player) => player.update());
  }

  #identifyAll(): void {
    for (const player of this.#players.values()) {
      if (player.identity !== undefined) continue;
      this.#identify(player);
      player.update();
    }
    const isOpen = [...this.#players.values()].some(({ identity }) => identity === undefined);
    if (isOpen) this.#timers.after("identify", identifyEveryMs, () => this.#identifyAll());
    else this.#removeUnclaimed();
  }

  /** Finds stale announcements, and removes those that are certain to be stale. */
  #sortOut(): void {
    for (const [topic, announced] of this.#found) {
      if (!this.#stays(topic, announced)) this.#unclaimed.add(topic);
    }
    this.#removeUnclaimed();
  }

  #add(players: readonly HomeAssistantPlayer[]): void {
    const common = {
      ...this.#options,
      language: () => this.#spoken,
      open: this.#open,
      onAnnounced: (player: string, identity: Identity) =>
        this.#options.log.info({ player, identity }, "player is announced to Home Assistant"),
    };
    for (const player of players) this.#players.set(player.id, new PlayerAnnouncement(player, common));
  }

  /** Handles a player that left. Its announcement counts as found: another player may be the same device. */
  #leave(player: PlayerAnnouncement): void {
    this.#players.delete(player.player.id);
    for (const { announced, isStale, topic } of player.leave()) {
      this.#topics.delete(topic);
      // Another member may have announced it while we were away.
      if (!isStale || this.#found.get(topic) === undefined) this.#found.put(topic, announced);
    }
  }

  /** Whether a found announcement belongs to another bridge or stays in use, as far as known. */
  #stays(topic: string, { owner }: Announced): boolean {
    const { answersFor, base, bridge, hasMediaPlayers, isEnabled, mayReturn, prefix } = this.#options;
    const { id, identity } = owner;
    if (!answersFor(owner.bridge) || this.#topics.has(topic)) return true;
    if (!isEnabled) return false;
    if (id === undefined) return topic === deviceTopic(prefix, identityOfId(base, bridge));
    const player = this.#players.get(id);
    if (player === undefined) return mayReturn(id);
    if ((player.identity ?? identity) !== identity) return false;
    return hasMediaPlayers || topic !== mediaPlayerTopic(prefix, identity);
  }

  #identify(player: PlayerAnnouncement): void {
    if (player.identity !== undefined) return;
    const { base } = this.#options;
    const { id } = player.player;
    const earlier = this.#found.of(id);
    const decided = player.decide(earlier.map(([, { owner }]) => owner.identity).toSorted()[0]);
    if (decided === undefined) return;
    const isTaken = [...this.#players.values()].some((other) => other.identity === decided);
    const identity = isTaken ? identityOfId(base, id) : decided;
    // The player publishes its identity at once, which leads back here: it must be decided by then.
    if (this.#options.isEnabled) this.#assign(player, identity, earlier);
    else player.know(identity);
    player.player.identified(identity);
  }

  #assign(
    player: PlayerAnnouncement,
    identity: Identity,
    earlier: readonly (readonly [topic: string, Announced])[],
  ): void {
    // Remove announcements under another identity first: the new one needs their entity ids.
    const stale = earlier.filter(([, { owner }]) => owner.identity !== identity);
    for (const [topic] of stale) this.#remove(topic);
    for (const topic of player.assign(identity)) {
      this.#unclaimed.delete(topic.topic);
      if (stale.length > 0) topic.hold();
      this.#resume(topic);
    }
  }

  readonly #open = (
    topic: string,
    options: Pick<AnnouncedTopicOptions, "write" | "onAnnounced" | "dropsOptions" | "onSelectsChanged">,
  ): AnnouncedTopic => {
    const { broker, clock, log } = this.#options;
    const ofFormerHolder = (text: string): Announced | undefined => this.#announcedByOther(text);
    const common = { topic, broker, clock, log, corrections: this.#corrections, ofFormerHolder };
    const opened = this.#topics.get(topic) ?? new AnnouncedTopic({ ...common, ...options });
    this.#topics.set(topic, opened);
    return opened;
  };

  /** An announcement of a player by another bridge with the same base topic. */
  #announcedByOther(text: string): Announced | undefined {
    const { base, bridge } = this.#options;
    const own = recognizeOwn(text);
    const isOther = own?.base === base && own.bridge !== bridge && own.id !== undefined;
    return isOther ? remember(own.payload, text) : undefined;
  }

  #resume(topic: AnnouncedTopic): void {
    if (!this.#isReading) topic.resume(this.#found.get(topic.topic));
  }

  /** Home Assistant has started: publishes everything again, once for all birth messages within a short time. */
  #answerBirth(): void {
    if (this.#isReading || !this.#options.isEnabled || this.#timers.has("birth")) return;
    this.#timers.after("birth", this.#options.random() * longestJitterMs, () => {
      inTurn(this.#options.broker, this.#topics, (topic) => topic.repeat());
      this.#timers.after("birth", subscribesAfterMs, () => this.#options.announce());
    });
  }

  /**
   * Removes announcements from an earlier configuration once no player can claim them. A player that has not answered yet
   * may have got another id: Home Assistant would give its entities other entity ids after a removal.
   */
  #removeUnclaimed(): void {
    const { bridge, isEnabled, log } = this.#options;
    if (this.#unclaimed.size === 0) return;
    const mayClaim = isEnabled && [...this.#players.values()].some(({ identity }) => identity === undefined);
    for (const topic of this.#unclaimed) {
      const former = this.#found.get(topic)?.owner;
      if (mayClaim && former?.id !== undefined) continue;
      if (former !== undefined && former.id === undefined && former.bridge !== bridge)
        this.#publish(bridgeDiscoveryTopic(former.base, former.bridge), "");
      log.info({ topic }, "removing an announcement to Home Assistant that no player uses any more");
      this.#remove(topic);
      this.#unclaimed.delete(topic);
    }
  }

  #removeFormer(topic: string, text: string): void {
    const { answersFor, base, log } = this.#options;
    const own = recognizeOwn(text);
    if (own?.base !== base || !answersFor(own.bridge)) return;
    log.info({ topic }, "removing an announcement to Home Assistant under an earlier discovery prefix");
    this.#publish(topic, "");
  }

  #remove(topic: string): void {
    this.#found.delete(topic);
    this.#publish(topic, "");
  }

  #publish(topic: string, payload: string): void {
    this.#options.broker.publish({ topic, payload, retain: true, qos: 1 });
  }
}

/** Calls back for each remaining item in turn, while nothing else waits to be published. */
function inTurn<T>(broker: BrokerPort, all: ReadonlyMap<string, T>, act: (one: T) => void): void {
  for (const [key, one] of all) {
    broker.publishDeferred(() => {
      if (all.get(key) === one) act(one);
      return [];
    });
  }
}
