/** The value in the middle; of an even number, the mean of both. Not a number, if there is none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  const lower = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** The value that so many per cent of all are at most; 0 of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}

/** The median of what one was to the other, round by round: machines drift, and both drift together. */
export function medianRatio(values: readonly number[], against: readonly number[]): number {
  return median(values.map((value, round) => value / (against[round] ?? Number.NaN)));
}
