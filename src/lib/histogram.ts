/** Counts values by upper bound; cheap enough for every request. */
export class Histogram {
  readonly bounds: readonly number[];
  /** One count per bound, and one for larger values. */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  get sum(): number {
    return this.#sum;
  }

  /** The number of values up to each bound, and the total at the end. */
  get cumulative(): number[] {
    let total = 0;
    return Array.from(this.#counts, (count) => (total += count));
  }

  observe(value: number): void {
    this.#sum += value;
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] ?? 0)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }
}
