import type { Alarm } from "./clock.ts";

/** A bounded queue that wakes the one who sleeps on it. */
export class Inbox<T> {
  readonly #items: T[] = [];
  readonly #capacity: number;
  readonly #alarm: Alarm;
  #wakeUp: (() => void) | undefined;
  #woken = false;

  constructor(capacity: number, alarm: Alarm) {
    this.#capacity = capacity;
    this.#alarm = alarm;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The oldest item, which stays. */
  get first(): T | undefined {
    return this.#items[0];
  }

  /** Takes the item in and wakes the sleeper; false, and nothing happens, when the inbox is full. */
  push(item: T): boolean {
    if (this.#items.length >= this.#capacity) return false;
    this.#items.push(item);
    this.wake();
    return true;
  }

  /** The oldest item. */
  take(): T | undefined {
    return this.#items.shift();
  }

  /** Removes and returns the items the predicate picks. */
  extract(picks: (item: T) => boolean): T[] {
    const picked = this.#items.filter(picks);
    if (picked.length > 0) {
      const kept = this.#items.filter((item) => !picked.includes(item));
      this.#items.splice(0, this.#items.length, ...kept);
    }
    return picked;
  }

  /** Ends the present wait, or the next one if nobody waits just now: a wake-up is never lost. */
  wake(): void {
    this.#woken = true;
    this.#wakeUp?.();
  }

  /** Resolves when woken, or after `ms`. */
  async wait(ms: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const cancelTimer =
          ms === Number.POSITIVE_INFINITY ? undefined : this.#alarm.after(ms, () => this.wake());
        this.#wakeUp = () => {
          cancelTimer?.();
          this.#wakeUp = undefined;
          resolve();
        };
      });
    }
    this.#woken = false;
  }
}
