/** A duration in whole seconds; a player that does not know it reports 0. */
export function durationOf(durationMs: number | undefined): number | undefined {
  return durationMs !== undefined && durationMs > 0 ? Math.round(durationMs / 1000) : undefined;
}

/** A position in whole seconds; one outside the film or track is left over from another one. */
export function positionOf(
  positionMs: number | undefined,
  durationSeconds = Number.POSITIVE_INFINITY,
): number | undefined {
  if (positionMs === undefined) return undefined;
  const seconds = Math.floor(positionMs / 1000);
  return seconds >= 0 && seconds <= durationSeconds ? seconds : undefined;
}
