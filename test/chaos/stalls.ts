const tickMs = 20;

/** Measures how long a busy machine kept this process from running, which is no fault of the bridge. */
export class Stalls implements Disposable {
  #totalMs = 0;
  #lastAt = performance.now();
  readonly #timer = setInterval(() => {
    const now = performance.now();
    this.#totalMs += Math.max(0, now - this.#lastAt - tickMs);
    this.#lastAt = now;
  }, tickMs);

  get totalMs(): number {
    return this.#totalMs;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
