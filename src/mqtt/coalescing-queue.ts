import type { Message, Payload } from "../core/topics/message.ts";

/** A message, and since when it waits. */
export interface Waiting {
  readonly message: Message<Payload>;
  readonly since: number;
}

/**
 * Messages of which the last of each topic counts, in rounds: what waits when a round begins is sent as it is, and what
 * is added meanwhile belongs to the next. So all is sent in the order in which it was added, with some left out, and
 * every topic has its turn, however often it changes.
 */
export class CoalescingQueue {
  #turn = new Map<string, Waiting>();
  #next = new Map<string, Waiting>();
  // One for the whole round: one that begins anew passes over everything that was taken, for each message again.
  #taking = this.#turn.values();
  #round = 0;

  get size(): number {
    return this.#turn.size + this.#next.size;
  }

  /** The round in which what was added last is sent. */
  get lastRound(): number {
    return this.#next.size > 0 ? this.#round + 1 : this.#round;
  }

  /** Whether all is sent that was to be sent in this round, and in those before it. */
  hasFinished(round: number): boolean {
    return round < this.#round || (round === this.#round && this.#turn.size === 0);
  }

  /** Whether the next message begins a round. */
  get isBetweenRounds(): boolean {
    return this.#turn.size === 0;
  }

  /** Since when the one waits that has waited the longest. */
  get oldestSince(): number {
    for (const { since } of this.#turn.values()) return since;
    for (const { since } of this.#next.values()) return since;
    return Infinity;
  }

  add(message: Message<Payload>, since: number): void {
    // Taken out first, so that it goes to the end: a later value must not overtake what was published before it.
    this.#next.delete(message.topic);
    this.#next.set(message.topic, { message, since });
  }

  delete(topic: string): void {
    this.#turn.delete(topic);
    this.#next.delete(topic);
  }

  take(): Message<Payload> | undefined {
    if (this.size === 0) return undefined;
    if (this.#turn.size === 0) {
      [this.#turn, this.#next] = [this.#next, this.#turn];
      this.#taking = this.#turn.values();
      this.#round += 1;
    }
    const message = this.#taking.next().value?.message;
    if (message !== undefined) this.#turn.delete(message.topic);
    return message;
  }

  clear(): void {
    this.#turn.clear();
    this.#next.clear();
  }
}
