import { vi } from "vitest";

/** Asks again until the check no longer throws, and gives what it returns; patient, since a machine may be slow. */
export async function eventually<T>(check: () => T | Promise<T>, timeoutMs = 15_000): Promise<T> {
  return vi.waitFor(check, { timeout: timeoutMs, interval: 5 });
}
