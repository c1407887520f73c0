export interface Trend {
  readonly median: number;
  readonly perStep: number;
  /** The 95 % confidence bounds of the slope. */
  readonly atLeast: number;
  readonly atMost: number;
}

/** The two-sided 95 % quantile of the normal distribution. */
const confidence = 1.96;

/**
 * The Theil–Sen slope of samples at even steps: the median of the slopes between all pairs. It is robust against
 * outliers, and the ranks of the slopes give its bounds without an assumption about the distribution.
 */
export function trendOf(samples: readonly number[]): Trend {
  const slopes: number[] = [];
  for (const [step, sample] of samples.entries()) {
    for (let later = step + 1; later < samples.length; later++) {
      slopes.push(((samples[later] ?? sample) - sample) / (later - step));
    }
  }
  slopes.sort((a, b) => a - b);
  const count = samples.length;
  const spread = confidence * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  const at = (rank: number): number =>
    slopes[Math.min(slopes.length - 1, Math.max(0, Math.round(rank)))] ?? 0;
  return {
    median: medianOf(samples),
    perStep: medianOf(slopes),
    atLeast: at((slopes.length - spread) / 2 - 1),
    atMost: at((slopes.length + spread) / 2),
  };
}

/** The limits for the growth of a series. */
export interface Measure {
  /** The hourly growth that counts as a leak. */
  readonly minded: number;
  readonly negligible: number;
  readonly hours: number;
}

/**
 * The verdict on the bounds of an hourly growth. A small gain in minutes extrapolates to a large one in an hour and yet
 * proves nothing: a real leak has gained something in the run itself. A series that is neither growing nor flat needs a
 * longer run.
 */
export function verdictOn(
  atLeast: number,
  atMost: number,
  { minded, negligible, hours }: Measure,
): "GROWS" | "flat" | "unsure" {
  if (atMost <= minded) return "flat";
  return atLeast > minded && atLeast * hours > negligible ? "GROWS" : "unsure";
}

/** The medians of blocks of samples: adjacent samples are correlated, which would make the bounds too narrow. */
export function inBlocks(samples: readonly number[], size: number): number[] {
  const blocks = Math.floor(samples.length / size);
  return Array.from({ length: blocks }, (_, block) =>
    medianOf(samples.slice(block * size, (block + 1) * size)),
  );
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}
