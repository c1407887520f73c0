/** The rate of the minute before each sample: a single sample scaled up to a minute would jitter. */
export function perMinute(counts: readonly number[], everySeconds: number): readonly number[] {
  const most = 60 / everySeconds;
  return counts.map((_, place) => {
    const minute = counts.slice(Math.max(0, place + 1 - most), place + 1);
    return (minute.reduce((sum, count) => sum + count, 0) * most) / minute.length;
  });
}
