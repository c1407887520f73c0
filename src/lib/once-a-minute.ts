import type { Clock } from "./clock.ts";

const minuteMs = 60_000;

/** Reports events at once, and the next ones together a minute later: strangers must not be able to fill the log. */
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
