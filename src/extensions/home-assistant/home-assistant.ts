import { announcementFilters, birthTopic, deviceTopic } from "./discovery/discovery-topics.ts";
import { bridgeIdentity, identityOfId } from "./discovery/identity.ts";
import { bridgePayload } from "./discovery/payload.ts";
import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import type { Session } from "../../core/session/session.ts";
import type { BridgeName } from "../../core/topics/topics.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { QuietPeriod } from "../../lib/quiet-period.ts";
import type { HomeAssistantOptions } from "./home-assistant-options.ts";
import { type FoundAnnouncement, FoundAnnouncements } from "./found-announcements.ts";
import { type AnnouncedPlayer, PlayerAnnouncement } from "./home-assistant-player.ts";
import { AnnouncedTopic } from "./home-assistant-topic.ts";
import { inTurn } from "./in-turn.ts";
import { PayloadPacker } from "./packed-payload.ts";

/** What an earlier run said comes right after the subscription; when nothing came for so long, that was all. */
const readBackMs = 2000;
/** A fleet of bridges must not answer the birth of Home Assistant in step. */
const longestJitterMs = 3000;
/** Home Assistant listens to an entity's topics so long after it was told of the entity. */
const listensAfterMs = 1000;
/** So long a player that was renamed may take to show itself, before its old announcement is taken away. */
const orphanPatienceMs = 300_000;

/** The life with Home Assistant: announces players, keeps the announcements true, and takes away what is not. */
export class HomeAssistant {
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
    this.#add(options.players);
  }

  /** What the broker is asked to send; also when discovery is off, to find what is to be taken away. */
  get subscriptions(): Subscription[] {
    const { prefix } = this.#options;
    return [
      ...announcementFilters(prefix).map((filter) => ({ filter, wantsRetained: true })),
      { filter: birthTopic(prefix), wantsRetained: false },
    ];
  }

  /** Makes these the players; what was announced of others is taken away as soon as nobody can claim it any more. */
  arrange(players: readonly AnnouncedPlayer[]): void {
    const wanted = new Map(players.map((player) => [player.id, player]));
    for (const [id, announcement] of this.#players) {
      const player = wanted.get(id);
      if (player !== undefined && player.mac === announcement.player.mac) announcement.rename(player);
      else this.#leave(announcement);
    }
    this.#add(players.filter(({ id }) => !this.#players.has(id)));
    this.reconsider();
  }

  /** Looks anew for what nobody wants any more. */
  reconsider(): void {
    if (!this.#isReading) this.#sortOut();
  }

  /** Whether Home Assistant may know a player under this id. */
  isAnnounced(playerId: string): boolean {
    if (this.#isReading) return true;
    if ([...this.#topics.values()].some((topic) => topic.playerId === playerId)) return true;
    return this.#found.of(playerId).some(([topic]) => !this.#topics.has(topic));
  }

  /** Whether Home Assistant may know a bridge of this name. */
  isBridgeAnnounced(bridge: BridgeName): boolean {
    return this.#isReading || this.#found.hasBridge(bridge);
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
  changed(playerId: string, session: Session): void {
    const player = this.#players.get(playerId);
    if (player?.learn(session) !== true || this.#isReading || !this.#options.isEnabled) return;
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

  #add(players: readonly AnnouncedPlayer[]): void {
    const open = (topic: string, { id }: AnnouncedPlayer): AnnouncedTopic => this.#open(topic, id);
    const common = { ...this.#options, open };
    for (const player of players) this.#players.set(player.id, new PlayerAnnouncement(player, common));
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
    const { base, bridge, hasMediaPlayers, isConfigured, isEnabled, isOurs, prefix } = this.#options;
    const { id, identity } = own;
    if (!isOurs(own.bridge) || this.#topics.has(topic)) return true;
    if (!isEnabled) return false;
    if (id === undefined) return topic === deviceTopic(prefix, bridgeIdentity(base, bridge));
    const player = this.#players.get(id);
    if (player === undefined) return isConfigured(id);
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
    const { announce, broker, clock, log } = this.#options;
    const onSelectsChanged = (): void => announce(playerId);
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
      this.#timers.after("greet", listensAfterMs, () => this.#options.announce(undefined));
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
