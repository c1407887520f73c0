import { setTimeout as sleep } from "node:timers/promises";

/**
 * Retries until the check no longer throws, and returns its value; with a long timeout, since a machine may be slow.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  timeoutMs = 15_000,
  pauseMs = 5,
): Promise<T> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() >= until) throw error;
    }
    await sleep(pauseMs);
  }
}
