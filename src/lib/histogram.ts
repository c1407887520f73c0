/** How many values were up to each bound; cheap enough to be fed at every request. */
export class Histogram {
  readonly bounds: readonly number[];
  /** One for each bound, and one for what is beyond them all. */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  get sum(): number {
    return this.#sum;
  }

  /** For each bound how many values were up to it, and at the end how many there were. */
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
