import { setImmediate } from "node:timers/promises";

/** Does work piece by piece, and lets everybody else have their turn in between; rejects when the signal aborts. */
export async function runInSlices<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await setImmediate();
    signal.throwIfAborted();
  }
}

/** Does the same work in one go. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
