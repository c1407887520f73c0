import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import type { BrokerPort, Log } from "../../core/ports.ts";
import { clearPage, clearPlayer, playerIsGone } from "../../core/topics/render-departure.ts";
import { pagesFilter, parseTopic } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";

/** What it takes to clear up behind players that are gone. */
export interface DeparturesOptions {
  readonly base: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether Home Assistant may still have the player: it complains of topics that are emptied under its entities. */
  readonly isAnnounced: (playerId: string) => boolean;
  /** Whether somebody has the player, here or elsewhere: then its topics are not ours to clear. */
  readonly isWanted: (playerId: string) => boolean;
  /** Whether who is not wanted is gone for good; else it may only sleep. */
  readonly isListComplete: () => boolean;
  /** There is one more, or one less. */
  readonly onChanged: () => void;
}

/** Home Assistant needs a moment to let go of the entities of a device that it was told to remove. */
const stepMs = 2000;

/** Clears the topics of players that are gone: says at once that they are offline, and empties all when nobody minds. */
export class Departures {
  readonly #options: DeparturesOptions;
  /** How many steps each is on: it is emptied in the second in which it is not announced, and over with the third. */
  readonly #leaving = new Map<string, number>();
  readonly #timers: NamedTimers;
  #isConnected = false;

  constructor(options: DeparturesOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
  }

  /** The players whose topics are not cleared yet. */
  get ids(): string[] {
    return [...this.#leaving.keys()];
  }

  /** The pages of their queues, which nobody else knows the number of. */
  get subscriptions(): Subscription[] {
    return this.ids.map((id) => ({ filter: pagesFilter(this.#options.base, id), wantsRetained: true }));
  }

  add(playerIds: Iterable<string>): void {
    const { base, broker, isListComplete, isWanted, onChanged } = this.#options;
    const added = [...playerIds].filter((id) => !this.#leaving.has(id) && !isWanted(id));
    if (added.length === 0) return;
    if (!isListComplete()) {
      // It may be found later: what is known of it stays, but that it is there.
      for (const id of added) broker.publish(playerIsGone(base, id));
      return;
    }
    for (const id of added) this.#leaving.set(id, 0);
    if (this.#isConnected) this.#begin(added);
    onChanged();
  }

  connected(): void {
    this.#isConnected = true;
    this.#begin(this.ids);
  }

  disconnected(): void {
    this.#isConnected = false;
    this.#timers.cancelAll();
    for (const id of this.ids) this.#leaving.set(id, 0);
  }

  /** A page of a queue goes as soon as it is found. */
  received({ topic, payload }: IncomingMessage): void {
    const { base, broker } = this.#options;
    const arrival = parseTopic(base, topic);
    if (arrival?.kind !== "page" || payload.byteLength === 0 || !this.#leaving.has(arrival.id)) return;
    broker.publish(clearPage(base, arrival.id, arrival.page));
  }

  #begin(ids: readonly string[]): void {
    const { base, broker } = this.#options;
    for (const id of ids) broker.publish(playerIsGone(base, id));
    if (ids.length > 0 && !this.#timers.has("step")) this.#stepLater();
  }

  #stepLater(): void {
    this.#timers.after("step", stepMs, () => {
      const before = this.#leaving.size;
      for (const [id, steps] of this.#leaving) this.#step(id, steps);
      if (this.#leaving.size > 0) this.#stepLater();
      if (this.#leaving.size < before) this.#options.onChanged();
    });
  }

  #step(id: string, steps: number): void {
    const { base, broker, isAnnounced, isWanted, log } = this.#options;
    if (isWanted(id) || steps === 2) this.#leaving.delete(id);
    else if (isAnnounced(id)) this.#leaving.set(id, 0);
    else this.#leaving.set(id, steps + 1);
    if (steps !== 1 || this.#leaving.get(id) !== 2) return;
    for (const message of clearPlayer(base, id)) broker.publish(message);
    log.info({ player: id }, "the topics of a player that is gone are cleared");
  }
}
