/** How samples go: by how much in a step, and between which bounds that surely lies. */
export interface Trend {
  readonly median: number;
  readonly perStep: number;
  /** With 95 % confidence the slope is not smaller, and not larger. */
  readonly atLeast: number;
  readonly atMost: number;
}

/** Both ends of a two-sided bound of 95 %, in standard deviations. */
const confidence = 1.96;

/**
 * The slope of samples at even steps as Theil and Sen have it: the median of the slopes between all pairs. A few wild
 * samples do not move it, and the ranks of the slopes give its bounds without a guess at how samples scatter.
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

/** What is held against the growth of a series. */
export interface Measure {
  /** A growth in an hour that is minded. */
  readonly minded: number;
  /** What may be gained without any meaning. */
  readonly negligible: number;
  /** How long it was watched. */
  readonly hours: number;
}

/**
 * What the bounds of a growth in an hour tell. A little that was gained in minutes makes much in an hour, and yet proves
 * nothing: what grows has surely gained something in the run itself. What neither grows nor is flat is beyond the run.
 */
export function verdictOn(
  atLeast: number,
  atMost: number,
  { minded, negligible, hours }: Measure,
): "GROWS" | "flat" | "unsure" {
  if (atMost <= minded) return "flat";
  return atLeast > minded && atLeast * hours > negligible ? "GROWS" : "unsure";
}

/** The medians of so many samples each: neighbours resemble each other, and would make a bound look too sure. */
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
