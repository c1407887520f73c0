/** A straight line through samples: what is gained per step, and how far the samples scatter around it. */
export interface Trend {
  readonly perStep: number;
  readonly mean: number;
  /** The standard error of the slope: a slope within a few of these is no slope. */
  readonly error: number;
}

/** Fits a line through samples taken at even steps. */
export function trendOf(samples: readonly number[]): Trend {
  const count = samples.length;
  const middle = (count - 1) / 2;
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / count;
  let covariance = 0;
  let variance = 0;
  for (const [step, sample] of samples.entries()) {
    covariance += (step - middle) * (sample - mean);
    variance += (step - middle) ** 2;
  }
  const perStep = covariance / variance;
  const residual = samples.reduce(
    (sum, sample, step) => sum + (sample - mean - perStep * (step - middle)) ** 2,
    0,
  );
  return { perStep, mean, error: Math.sqrt(residual / Math.max(1, count - 2) / variance) };
}

/** Whether the samples grow: surely more than chance, and over the whole run by more than `tolerated` of their mean. */
export function grows(samples: readonly number[], tolerated: number): boolean {
  const { perStep, mean, error } = trendOf(samples);
  const gained = perStep * (samples.length - 1);
  return perStep > 4 * error && gained > tolerated * Math.max(1, mean);
}
