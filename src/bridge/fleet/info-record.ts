import { readRecord } from "../../core/topics/bridge-record.ts";
import {
  type IncomingMessage,
  type Message,
  retained,
  type Subscription,
} from "../../core/topics/message.ts";
import type { BrokerPort } from "../../core/ports.ts";
import { bridgeInfo, type BridgeInfo, infoTopics } from "../../core/topics/render-bridge.ts";
import { type BridgeName, infoTopic, parseBridgeTopic } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { QuietPeriod } from "../../lib/quiet-period.ts";
import type { Leadership } from "./leadership.ts";

type Listed = Pick<BridgeInfo, "players" | "leaving" | "fleet">;

export interface InfoRecordOptions {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly version: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly leadership: Pick<Leadership, "claim" | "isOurs" | "term">;
  readonly players: () => Listed;
  /** Whether our own info has to come back from the broker. */
  readonly wantsOwn: boolean;
  readonly onPublished: (sequence: number) => void;
  /** An earlier run claimed these players. */
  readonly onFormerPlayers: (playerIds: readonly string[]) => void;
  /** More pages of the record were found on the broker. */
  readonly onSubscriptions: () => void;
}

/** Retained messages arrive right after the subscription; after this silence all of them have arrived. */
const readBackMs = 1000;
/** Another bridge of the same name, of a version without terms, answers our info well within this time. */
const conflictMs = 2000;

/**
 * The bridge's `info` topic, which is its claim on players. The info of an earlier run is read before it is replaced,
 * and decides with its term which of two bridges of one name runs the players.
 */
export class InfoRecord {
  readonly #options: InfoRecordOptions;
  readonly #startedAt: string;
  readonly #timers: NamedTimers;
  readonly #quietPeriod: QuietPeriod;
  /** The pages of an earlier run's info. */
  readonly #found = new Map<number, string>();
  /** The number of our info pages that the broker may hold. */
  #pages = 0;
  #sequence = 0;
  /** The players of the last info, and all that it lists. */
  #published: ReadonlySet<string> = new Set();
  #listed = "";
  #mqtt: BridgeInfo["mqtt"] | undefined;
  #hasRead = false;
  #isAnswered = false;
  /** Whether the last info came back, if it has to. */
  #isEchoed = false;

  constructor(options: InfoRecordOptions) {
    this.#options = options;
    this.#startedAt = options.clock.date().toISOString();
    this.#timers = new NamedTimers(options.clock);
    this.#quietPeriod = new QuietPeriod(options.clock);
  }

  /** Whether the info of an earlier run is known, and replaced. */
  get hasRead(): boolean {
    return this.#hasRead;
  }

  get subscriptions(): Subscription[] {
    const { base, bridge, wantsOwn } = this.#options;
    // After the read-back only `info` itself matters, since another bridge of our name writes it, too.
    const pages = this.#hasRead ? 0 : this.#pages;
    return infoTopics(base, bridge, pages).map((filter, page) => ({
      filter,
      wantsRetained: true,
      ...(wantsOwn && page === 0 && { wantsOwn }),
    }));
  }

  connected(mqtt: BridgeInfo["mqtt"]): void {
    this.#mqtt = mqtt;
    if (!this.#hasRead) this.#quietPeriod.wait(readBackMs, () => this.#begin());
  }

  disconnected(): void {
    this.#mqtt = undefined;
    this.#quietPeriod.cancel();
    this.#timers.cancelAll();
  }

  received(message: IncomingMessage): void {
    const { base, bridge, leadership, onSubscriptions } = this.#options;
    // Commands may come all the time.
    if (message.retain) this.#quietPeriod.restart();
    const { topic, payload } = message;
    const arrival = parseBridgeTopic(base, topic);
    if (arrival?.bridge !== bridge || arrival.leaf !== "info") return;
    const text = new TextDecoder().decode(payload);
    if (this.#hasRead) {
      const record = arrival.page === 0 ? readRecord(new Map([[0, text]])) : undefined;
      if (record === undefined) return;
      if (!leadership.isOurs(record)) this.#isAnswered = true;
      else if (record.sequence === this.#sequence) this.#isEchoed = true;
      return;
    }
    this.#found.set(arrival.page, text);
    const record = readRecord(this.#found);
    // Another bridge may run the players now: each moment until the claim is one with two of them.
    if (record?.isComplete === true && !leadership.isOurs(record)) return this.#begin();
    if (record === undefined || record.pages <= this.#pages) return;
    this.#pages = record.pages;
    onSubscriptions();
  }

  /** Publishes the players that run here now, unless the last info lists the same. */
  publishChanged(): void {
    if (JSON.stringify(this.#options.players()) !== this.#listed) this.publish();
  }

  /** Publishes the players that run here now. */
  publish(): void {
    const { base, bridge, broker, onPublished, wantsOwn } = this.#options;
    const listed = this.#options.players();
    const messages = this.#messages(this.#sequence + 1, listed);
    if (messages.length === 0) return;
    this.#sequence += 1;
    this.#isEchoed = !wantsOwn;
    const ids = idsOf(listed);
    // The other members wait for a claim; one that is withdrawn has to follow all that was published about the player.
    const goesFirst = wantsOwn && [...this.#published].every((id) => ids.has(id));
    this.#published = ids;
    this.#listed = JSON.stringify(listed);
    broker.publish(...messages.map((message) => ({ ...message, goesFirst })));
    const pages = messages.length - 1;
    for (let page = pages + 1; page <= this.#pages; page++) {
      broker.publish(retained(infoTopic(base, bridge, page), ""));
    }
    this.#pages = pages;
    onPublished(this.#sequence);
  }

  ownMessage(topic: string): Message | undefined {
    // What is under way replaces whatever another client has written.
    if (!this.#isEchoed) return undefined;
    const messages = this.#messages(this.#sequence, this.#options.players());
    return messages.find((message) => message.topic === topic);
  }

  #messages(sequence: number, listed: Listed): readonly Message[] {
    const { base, bridge, broker, leadership, version } = this.#options;
    if (this.#mqtt === undefined || !this.#hasRead) return [];
    const { term } = leadership;
    const info = { version, startedAt: this.#startedAt, term, sequence, mqtt: this.#mqtt, ...listed };
    return bridgeInfo(base, bridge, info, broker.maxPayloadBytes);
  }

  #begin(): void {
    const { leadership } = this.#options;
    this.#hasRead = true;
    this.#quietPeriod.cancel();
    const record = readRecord(this.#found);
    this.#found.clear();
    // Another number would be taken for one that has come back already.
    this.#sequence = Math.max(this.#sequence, record?.sequence ?? 0);
    leadership.claim(record);
    this.#options.onSubscriptions();
    this.publish();
    if (record === undefined) return;
    // An earlier run with our client id has ended, because we are connected under that id. Another bridge gets time to
    // object.
    this.#timers.after("inherit", leadership.isOurs(record) ? 0 : conflictMs, () => {
      if (!this.#isAnswered) this.#options.onFormerPlayers([...record.players, ...record.leaving]);
    });
  }
}

function idsOf({ players, leaving = [] }: Listed): ReadonlySet<string> {
  return new Set([...players.map(({ id }) => id), ...leaving]);
}
