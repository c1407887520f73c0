import * as fc from "fast-check";

const longestSeconds = 4;

/**
 * Lives through random stories for a few seconds, one at least. Unlike a property that is interrupted, the last one comes to its
 * end: on faked timers it would go on beside the next test.
 */
export async function liveThrough<Step>(
  step: fc.Arbitrary<Step>,
  lengths: fc.ArrayConstraints,
  live: (story: readonly Step[]) => Promise<void>,
  ...examples: readonly Step[][]
): Promise<void> {
  // This clock is never faked.
  const end = process.uptime() + longestSeconds;
  let lived = 0;
  const property = fc.asyncProperty(fc.array(step, lengths), async (story) => {
    if (lived > 0 && process.uptime() > end) return;
    lived += 1;
    await live(story);
  });
  await fc.assert(property, { interruptAfterTimeLimit: 100_000, examples: examples.map((story) => [story]) });
}
