import { vi } from "vitest";

/** Asks again until the check no longer throws; gently, since Home Assistant has to answer each time. */
export async function patiently<T>(check: () => Promise<T>, timeoutMs = 90_000): Promise<T> {
  return vi.waitFor(check, { timeout: timeoutMs, interval: 400 });
}
