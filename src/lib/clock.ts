import { setTimeout as delay } from "node:timers/promises";

/** The program's only source of time; tests advance it by hand. */
export interface Clock {
  /** Monotonic milliseconds: a change of the machine's date must not age or renew anything. */
  now(): number;
  /** The date, for display and timestamps; never for measuring. */
  date(): Date;
  /** Resolves after `ms`, or as soon as `signal` aborts; the caller checks the signal afterwards. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back once after `ms`; returns a function that cancels. */
  after(ms: number, callback: () => void): () => void;
  /** Milliseconds of work, where those of `now` pass faster. */
  readonly worked?: () => number;
}

export type Alarm = Pick<Clock, "after">;

/** The maximum delay of setTimeout; a longer one would fire at once. */
const longestDelayMs = 2 ** 31 - 1;

/** Timers drop fractions, and a caller that wakes early would have to wait again. */
function wholeMs(ms: number): number {
  return Math.ceil(Math.min(ms, longestDelayMs));
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: async (ms, signal) => {
    if (signal.aborted) return;
    const until = performance.now() + ms;
    try {
      // A timer counts from the last whole millisecond, so it may fire just before the time.
      do await delay(wholeMs(until - performance.now()), undefined, { signal });
      while (performance.now() < until);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
  after: (ms, callback) => {
    const timer = setTimeout(callback, wholeMs(ms));
    return () => {
      clearTimeout(timer);
    };
  },
};
