import { setTimeout as delay } from "node:timers/promises";

/** The only way the program learns what time it is; tests tick one by hand. */
export interface Clock {
  /** Milliseconds that only ever grow: a change of the machine's date must not age or renew anything. */
  now(): number;
  /** The date, for people and for timestamps; never for measuring. */
  date(): Date;
  /** Resolves after `ms`, or as soon as `signal` aborts: whoever waits looks at the signal anyway. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back once after `ms`; the returned function takes the call back. */
  after(ms: number, callback: () => void): () => void;
}

/** What calls back after a while, for whoever needs no more of a clock. */
export type Alarm = Pick<Clock, "after">;

/** What setTimeout can hold; a longer delay would fire at once. */
const longestDelayMs = 2 ** 31 - 1;

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: async (ms, signal) => {
    if (signal.aborted) return;
    try {
      await delay(Math.min(ms, longestDelayMs), undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
  after: (ms, callback) => {
    // Timers leave fractions out: whoever wakes a moment early has to go to sleep once more.
    const timer = setTimeout(callback, Math.ceil(Math.min(ms, longestDelayMs)));
    return () => {
      clearTimeout(timer);
    };
  },
};
