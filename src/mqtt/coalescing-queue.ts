import type { Message } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/resource.ts";

/** A queued message and the time when it was queued. */
export interface Waiting {
  readonly message: Message<Payload>;
  readonly since: number;
}

/**
 * A queue that keeps the last message of each topic, in rounds. Messages that wait when a round begins are sent
 * unchanged; messages added meanwhile belong to the next round. So messages leave in the order in which they were
 * added, with some left out, and every topic gets its turn, however often it changes.
 */
export class CoalescingQueue {
  #current = new Map<string, Waiting>();
  #next = new Map<string, Waiting>();
  // One iterator for the whole round: a new one would skip all deleted entries again for each message.
  #taking = this.#current.values();
  #round = 0;

  get size(): number {
    return this.#current.size + this.#next.size;
  }

  /** The round of the last added message. */
  get lastRound(): number {
    return this.#next.size > 0 ? this.#round + 1 : this.#round;
  }

  /** Whether all messages of this round, and of earlier ones, are sent. */
  hasFinished(round: number): boolean {
    return round < this.#round || (round === this.#round && this.#current.size === 0);
  }

  /** Whether the next message begins a round. */
  get isBetweenRounds(): boolean {
    return this.#current.size === 0;
  }

  /** When the oldest waiting message was added. */
  get oldestSince(): number {
    for (const { since } of this.#current.values()) return since;
    for (const { since } of this.#next.values()) return since;
    return Infinity;
  }

  add(message: Message<Payload>, since: number): void {
    // Deleted first, so that the topic moves to the end: a later value must not overtake messages published before it.
    this.#next.delete(message.topic);
    this.#next.set(message.topic, { message, since });
  }

  delete(topic: string): void {
    this.#current.delete(topic);
    this.#next.delete(topic);
  }

  take(): Message<Payload> | undefined {
    if (this.size === 0) return undefined;
    if (this.#current.size === 0) {
      [this.#current, this.#next] = [this.#next, this.#current];
      this.#taking = this.#current.values();
      this.#round += 1;
    }
    const message = this.#taking.next().value?.message;
    if (message !== undefined) this.#current.delete(message.topic);
    return message;
  }

  clear(): void {
    this.#current.clear();
    this.#next.clear();
  }
}
