import { setTimeout as sleep } from "node:timers/promises";

/**
 * Retries until the check no longer throws, and returns its value. Attempts are counted, not time: on a busy machine everything
 * that the check waits for takes longer, too. A quiet machine makes them within `timeoutMs`.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  timeoutMs = 15_000,
  pauseMs = 5,
): Promise<T> {
  for (let left = timeoutMs / pauseMs; ; left -= 1) {
    try {
      return await check();
    } catch (error) {
      if (left <= 0) throw error;
    }
    await sleep(pauseMs);
  }
}
