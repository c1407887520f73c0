import type { Clock } from "../../lib/clock.ts";

/** What a promise gives, or undefined when it takes longer: for what cannot be aborted. */
export async function within<Value>(
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
