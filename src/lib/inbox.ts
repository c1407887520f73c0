import type { Alarm } from "./clock.ts";

/** A bounded queue with one waiting reader. */
export class Inbox<T> {
  readonly #items: T[] = [];
  readonly #capacity: number;
  readonly #alarm: Alarm;
  #resolve: (() => void) | undefined;
  #cancelAlarm: (() => void) | undefined;
  #isWoken = false;

  constructor(capacity: number, alarm: Alarm) {
    this.#capacity = capacity;
    this.#alarm = alarm;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  /** Adds the item and wakes the reader; returns false without any effect if the inbox is full. */
  push(item: T): boolean {
    if (this.#items.length >= this.#capacity) return false;
    this.#items.push(item);
    this.wake();
    return true;
  }

  take(): T | undefined {
    return this.#items.shift();
  }

  extract(picks: (item: T) => boolean): T[] {
    const picked = this.#items.filter(picks);
    if (picked.length > 0) {
      const kept = this.#items.filter((item) => !picked.includes(item));
      this.#items.splice(0, this.#items.length, ...kept);
    }
    return picked;
  }

  /** Ends the current wait, or the next one if nobody waits: a wake-up is never lost. */
  readonly wake = (): void => {
    const resolve = this.#resolve;
    if (resolve === undefined) {
      this.#isWoken = true;
      return;
    }
    this.#cancelAlarm?.();
    this.#cancelAlarm = undefined;
    this.#resolve = undefined;
    resolve();
  };

  /** Resolves when woken, or after `ms`. */
  wait(ms: number): Promise<void> {
    if (this.#isWoken) {
      this.#isWoken = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#cancelAlarm = ms === Number.POSITIVE_INFINITY ? undefined : this.#alarm.after(ms, this.wake);
    });
  }
}
