/** No film and no track is longer than ten years; a longer time is a fault of the player. */
const longestMs = 10 * 366 * 86_400_000;

/** A duration in whole seconds; a player that does not know it reports 0. */
export function durationOf(durationMs: number | undefined): number | undefined {
  return durationMs !== undefined && durationMs > 0 && durationMs <= longestMs
    ? Math.round(durationMs / 1000)
    : undefined;
}

/** A position in whole seconds; one outside the film or track is left over from another one. */
export function positionOf(
  positionMs: number | undefined,
  durationSeconds = Number.POSITIVE_INFINITY,
): number | undefined {
  if (positionMs === undefined || positionMs > longestMs) return undefined;
  const seconds = Math.floor(positionMs / 1000);
  return seconds >= 0 && seconds <= durationSeconds ? seconds : undefined;
}
