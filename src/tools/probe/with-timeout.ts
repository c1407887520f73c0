import type { Clock } from "../../lib/clock.ts";

/** The value of a promise, or undefined after a timeout: for operations that cannot be aborted. */
export async function withTimeout<Value>(
  ms: number,
  clock: Clock,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  const settled = new AbortController();
  try {
    return await Promise.race([promise, clock.sleep(ms, settled.signal).then(() => undefined)]);
  } finally {
    settled.abort();
  }
}
