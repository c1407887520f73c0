import type { Push } from "../../core/ports.ts";

/** What several loops say, in order, until the signal aborts or one of them fails. */
export class PushQueue implements AsyncIterable<Push> {
  readonly #signal: AbortSignal;
  readonly #waiting: Push[] = [];
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#wake());
  }

  push(push: Push): void {
    this.#waiting.push(push);
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Push> {
    while (!this.#signal.aborted) {
      if (this.#failure !== undefined) throw this.#failure.error;
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          if (this.#signal.aborted) resolve();
        });
    }
  }
}
