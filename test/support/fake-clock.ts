import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../../src/lib/clock.ts";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** As long as the machine has run when a test begins: what has never happened must not look like what has just happened. */
export const startMs = 3 * 3_600_000;

/** A clock that stands still until a test moves it. Its date has nothing to do with its time. */
export class FakeClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now: number;
  #aheadMs: number;

  constructor(now = startMs) {
    this.#now = now;
    this.#aheadMs = Date.UTC(2026, 0, 1) - now;
  }

  /** Timers and sleeps that are neither due nor cancelled: those left at the end are leaks. */
  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  date(): Date {
    return new Date(this.#aheadMs + this.#now);
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        cancel();
        signal.removeEventListener("abort", finish);
        resolve();
      };
      const cancel = this.after(ms, finish);
      signal.addEventListener("abort", finish);
    });
  }

  after(ms: number, callback: () => void): () => void {
    const timer: Timer = { at: this.#now + Math.max(0, ms), callback };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Advances by `ms`: timers fire in order, and the code that each one wakes runs before the next. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await turn();
    for (let timer = this.#next(until); timer !== undefined; timer = this.#next(until)) {
      this.#now = timer.at;
      this.#timers.delete(timer);
      timer.callback();
      await turn();
    }
    this.#now = until;
  }

  /** The earliest timer up to `until`; of several at one moment, the one that was set first. */
  #next(until: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= until && (next === undefined || timer.at < next.at)) next = timer;
    }
    return next;
  }
}
