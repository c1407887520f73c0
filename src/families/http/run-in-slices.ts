import { setImmediate } from "node:timers/promises";

/** Runs a generator to its end and yields to the event loop after each step; rejects when the signal aborts. */
export async function runInSlices<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await setImmediate();
    signal.throwIfAborted();
  }
}
