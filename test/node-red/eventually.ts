import { vi } from "vitest";

/** Asks again until the check no longer throws, and gives what it returns; patient, since a machine may be slow. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 20 });
}
