import * as fc from "fast-check";
import { vi } from "vitest";
import { runs } from "../fuzz/runs.ts";

const longestSeconds = runs(0) > 0 ? Infinity : 4;

/**
 * Lives through the examples, and then through random stories for a few seconds, one at least. Unlike a property that is
 * interrupted, the last one comes to its end: on faked timers it would go on beside the next test. Each story has a faked clock
 * of its own, and `leave` ends also one that fails, so that a shorter one is judged by itself.
 */
export async function liveThrough<Step>(
  step: fc.Arbitrary<Step>,
  lengths: fc.ArrayConstraints,
  live: (story: readonly Step[]) => Promise<void>,
  leave: () => unknown,
  ...examples: readonly Step[][]
): Promise<void> {
  let [lived, end] = [0, Infinity];
  const property = fc.asyncProperty(fc.array(step, lengths), async (story) => {
    // This clock is never faked.
    if (lived === examples.length) end = process.uptime() + longestSeconds;
    lived += 1;
    if (process.uptime() > end) return;
    vi.useFakeTimers();
    try {
      await live(story);
    } finally {
      await leave();
    }
  });
  const options = { numRuns: runs(100), interruptAfterTimeLimit: Infinity };
  await fc.assert(property, { ...options, examples: examples.map((story) => [story]) });
}
