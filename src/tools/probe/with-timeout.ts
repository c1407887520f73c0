import type { Clock } from "../../lib/clock.ts";

/** The value of a promise, or undefined after a timeout: for operations that cannot be aborted. */
export async function withTimeout<Value>(
  ms: number,
  clock: Clock,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  let cancel = (): void => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.after(ms, () => resolve(undefined));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    cancel();
  }
}
