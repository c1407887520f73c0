/** How soon a change can be noticed at best. */
export interface Best {
  readonly p50: number;
  readonly p99: number;
}

/**
 * The best that any schedule can reach, for each answer: `likely` says for each how likely the next change is one that it
 * alone reveals, `perSecond` how many requests a player may get, `fixedMs` what is read at an interval of its own.
 *
 * A change that is made at any moment waits half an interval on average, and nearly a whole one at most. Intervals T with
 * Σ 1/T = the requests have the least mean wait Σ likely × T/2 if they are in inverse proportion to the square root of
 * the likelihood; any other schedule makes one change sooner and more of them later.
 */
export function bestNoticed<Name extends string>(
  likely: Readonly<Partial<Record<Name, number>>>,
  perSecond: number,
  fixedMs: readonly number[] = [],
): Partial<Record<Name, Best>> {
  const entries = Object.entries(likely as Readonly<Record<string, number>>).filter(
    ([, weight]) => weight > 0,
  );
  const left = perSecond - fixedMs.reduce((sum, ms) => sum + 1000 / ms, 0);
  const roots = entries.reduce((sum, [, weight]) => sum + Math.sqrt(weight), 0);
  return Object.fromEntries(
    entries.map(([name, weight]) => [name, bestAt((1000 * roots) / (left * Math.sqrt(weight)))]),
  ) as Partial<Record<Name, Best>>;
}

/** The best of an answer that is read at this interval: changes are made at any moment between two reads. */
export function bestAt(intervalMs: number): Best {
  return { p50: intervalMs / 2, p99: intervalMs * 0.99 };
}
