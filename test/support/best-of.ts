/**
 * The shortest of up to so many durations, and of fewer if one is short enough: other programs on the machine lengthen a
 * duration, and nothing shortens it.
 */
export async function bestOf(
  rounds: number,
  enoughMs: number,
  measureMs: () => Promise<number>,
): Promise<number> {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && bestMs >= enoughMs; round++) {
    bestMs = Math.min(bestMs, await measureMs());
  }
  return bestMs;
}
