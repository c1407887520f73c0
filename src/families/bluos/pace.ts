import type { Clock } from "../../lib/clock.ts";

/** The maker's rule: never two requests for the same resource within a second, even if the first was answered at once. */
const gapMs = 1000;
/** Far more than all players of a bridge read within a second. */
const maxKept = 10_000;

/**
 * When each resource of each player was requested last, by whomever: the rule is about the player, not a connection. Times of
 * one clock say nothing on another.
 */
const lastAtByClock = new WeakMap<object, Map<string, number>>();

/** Waits until a resource may be requested again, and notes that it is; returns at once when the signal aborts. */
export async function takeTurn(
  resource: string,
  clock: Pick<Clock, "now" | "after">,
  signal: AbortSignal,
): Promise<void> {
  const lastAt = lastAtByClock.get(clock) ?? new Map<string, number>();
  lastAtByClock.set(clock, lastAt);
  const now = clock.now();
  const at = Math.max(now, (lastAt.get(resource) ?? Number.NEGATIVE_INFINITY) + gapMs);
  lastAt.delete(resource);
  lastAt.set(resource, at);
  const [oldest] = lastAt.keys();
  if (lastAt.size > maxKept && oldest !== undefined) lastAt.delete(oldest);
  await pause(at - now, clock, signal);
  // A busy process sends later than planned, and the second begins when it does.
  const known = lastAt.get(resource);
  if (known !== undefined) lastAt.set(resource, Math.max(known, clock.now()));
}

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
