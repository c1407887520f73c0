interface Delayed {
  readonly bytes: Buffer;
  readonly dueAt: number;
}

/** Passes bytes on with a variable delay, and never out of order. */
export class DelayLine {
  readonly #deliver: (bytes: Buffer) => void;
  readonly #waiting: Delayed[] = [];

  constructor(deliver: (bytes: Buffer) => void) {
    this.#deliver = deliver;
  }

  send(bytes: Buffer, delayMs: number): void {
    if (delayMs === 0 && this.#waiting.length === 0) {
      this.#deliver(bytes);
      return;
    }
    this.#waiting.push({ bytes, dueAt: performance.now() + delayMs });
    if (this.#waiting.length === 1) this.#waitForFirst();
  }

  #waitForFirst(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    setTimeout(() => {
      this.#waiting.shift();
      this.#deliver(first.bytes);
      this.#waitForFirst();
    }, first.dueAt - performance.now()).unref();
  }
}
