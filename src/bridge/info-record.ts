import { readRecord } from "../core/topics/bridge-record.ts";
import { type IncomingMessage, type Message, retained, type Subscription } from "../core/topics/message.ts";
import { bridgeInfo, type BridgeInfo, infoTopics } from "../core/topics/render-bridge.ts";
import { infoTopic, parseBridgeTopic } from "../core/topics/topics.ts";
import { NamedTimers } from "../lib/named-timers.ts";
import { QuietPeriod } from "../lib/quiet-period.ts";
import { type BridgeContext, isOurs } from "./bridge-context.ts";
import type { DepartedPlayers } from "./clean-up/departed-players.ts";
import type { Ownership } from "./ownership.ts";

type Listed = Pick<BridgeInfo, "players" | "leaving">;

interface InfoRecordOptions
  extends Pick<BridgeContext, "base" | "bridge" | "version" | "makes" | "broker" | "clock" | "clientIds"> {
  readonly events: Pick<BridgeContext["events"], "subscriptionsChanged">;
  readonly ownership: Pick<Ownership, "claimed" | "term">;
  readonly departed: Pick<DepartedPlayers, "add">;
  /** The players that run here, or are being cleared. */
  readonly listed: () => Listed;
}

/** Retained messages arrive right after the subscription; after this silence all of them have arrived. */
const readBackMs = 1000;
/** Of two bridges that claim the name at the same time, one has given way by then. */
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
  /** All that the last info lists. */
  #listed = "";
  #mqtt: BridgeInfo["mqtt"] | undefined;
  #hasRead = false;
  /** The players of an earlier run that are not inherited yet, and when after a connect they are. */
  #former: { readonly players: readonly string[]; readonly afterMs: number } | undefined;

  constructor(options: InfoRecordOptions) {
    this.#options = options;
    this.#startedAt = options.clock.date().toISOString();
    this.#timers = new NamedTimers(options.clock);
    this.#quietPeriod = new QuietPeriod(options.clock);
  }

  get subscriptions(): Subscription[] {
    const { base, bridge } = this.#options;
    // After the read-back only `info` itself matters, since another bridge of our name writes it, too.
    const pages = this.#hasRead ? 0 : this.#pages;
    return infoTopics(base, bridge, pages).map((filter) => ({ filter, wantsRetained: true }));
  }

  connected(mqtt: BridgeInfo["mqtt"]): void {
    this.#mqtt = mqtt;
    if (this.#hasRead) this.#inherit();
    else this.#quietPeriod.wait(readBackMs, () => this.#begin());
  }

  disconnected(): void {
    this.#mqtt = undefined;
    this.#quietPeriod.cancel();
    this.#timers.cancelAll();
  }

  received(message: IncomingMessage): void {
    const { base, bridge, events } = this.#options;
    // Commands may come all the time.
    if (message.retain) this.#quietPeriod.restart();
    const { topic, payload } = message;
    const arrival = parseBridgeTopic(base, topic);
    if (this.#hasRead || arrival?.bridge !== bridge || arrival.leaf !== "info") return;
    this.#found.set(arrival.page, new TextDecoder().decode(payload));
    const record = readRecord(this.#found);
    // Another bridge may run the players now: each moment until the claim is one with two of them.
    if (record?.isComplete === true && !isOurs(this.#options, record)) return this.#begin();
    if (record === undefined || record.pages <= this.#pages) return;
    this.#pages = record.pages;
    events.subscriptionsChanged();
  }

  /** Publishes the players that run here now, unless the last info lists the same. */
  publishChanged(): void {
    if (JSON.stringify(this.#options.listed()) !== this.#listed) this.publish();
  }

  publish(): void {
    const { base, bridge, broker } = this.#options;
    const listed = this.#options.listed();
    const messages = this.#messages(this.#sequence + 1, listed);
    if (messages.length === 0) return;
    this.#sequence += 1;
    this.#listed = JSON.stringify(listed);
    broker.publish(...messages);
    const pages = messages.length - 1;
    for (let page = pages + 1; page <= this.#pages; page++) {
      broker.publish(retained(infoTopic(base, bridge, page), ""));
    }
    this.#pages = pages;
  }

  #messages(sequence: number, listed: Listed): readonly Message[] {
    const { base, bridge, broker, makes = [], ownership, version } = this.#options;
    if (this.#mqtt === undefined || !this.#hasRead) return [];
    const { term = 0 } = ownership;
    const own = makes.length > 0 && { makes };
    const info = { version, startedAt: this.#startedAt, term, sequence, mqtt: this.#mqtt, ...own, ...listed };
    return bridgeInfo(base, bridge, info, broker.maxPayloadBytes);
  }

  #begin(): void {
    const { events, ownership } = this.#options;
    this.#hasRead = true;
    this.#quietPeriod.cancel();
    const record = readRecord(this.#found);
    this.#found.clear();
    // Another number would be taken for one that has come back already.
    this.#sequence = Math.max(this.#sequence, record?.sequence ?? 0);
    ownership.claimed?.(record);
    events.subscriptionsChanged();
    this.publish();
    if (record === undefined) return;
    // An earlier run with our client id has ended, because we are connected under that id.
    const afterMs = isOurs(this.#options, record) ? 0 : conflictMs;
    this.#former = { players: [...record.players, ...record.leaving], afterMs };
    this.#inherit();
  }

  /** Our info has replaced the only record of them, so a connection that ends meanwhile must not lose them. */
  #inherit(): void {
    if (this.#former === undefined) return;
    const { players, afterMs } = this.#former;
    this.#timers.after("inherit", afterMs, () => {
      this.#former = undefined;
      this.#options.departed.add(players);
    });
  }
}
