import type { Clock } from "./clock.ts";

const minuteMs = 60_000;

/**
 * Reports an event at once, and those that follow it together with the first one after a minute: strangers must not be able
 * to fill the log. Returns what to call at each event.
 */
export function onceAMinute(clock: Pick<Clock, "now">, report: (count: number) => void): () => void {
  let count = 0;
  let reportedAt = -Infinity;
  return () => {
    count += 1;
    if (clock.now() - reportedAt < minuteMs) return;
    reportedAt = clock.now();
    report(count);
    count = 0;
  };
}
