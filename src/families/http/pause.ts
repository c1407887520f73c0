import type { Clock } from "../../lib/clock.ts";

/** Resolves after this long, or when the signal aborts. */
export function pause(ms: number, clock: Pick<Clock, "after">, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal.addEventListener("abort", done);
  });
}
