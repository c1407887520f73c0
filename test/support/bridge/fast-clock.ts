import { setTimeout as delay } from "node:timers/promises";
import { type Clock, systemClock } from "../../../src/lib/clock.ts";

/** The machine's clock, but it runs `speed` times as fast as real time: pauses of seconds pass in a moment. */
export function fastClock(speed: number): Clock {
  const startedAt = systemClock.now();
  const startedOn = Date.now();
  const now = (): number => (systemClock.now() - startedAt) * speed;
  return {
    now,
    worked: () => systemClock.now(),
    date: () => new Date(startedOn + now()),
    sleep: async (ms, signal) => {
      if (signal.aborted) return;
      await delay(ms / speed, undefined, { signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms / speed);
      return () => {
        clearTimeout(timer);
      };
    },
  };
}
