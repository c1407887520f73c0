import type { Clock } from "./clock.ts";

/** Aborts some time after its parent, so that work in progress can finish. */
export class GraceSignal implements Disposable {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal;
  readonly #graceMs: number;
  readonly #clock: Clock;
  #cancelTimer: () => void = () => {};

  constructor(parent: AbortSignal, graceMs: number, clock: Clock) {
    this.#parent = parent;
    this.#graceMs = graceMs;
    this.#clock = clock;
    if (parent.aborted) this.#begin();
    else parent.addEventListener("abort", this.#begin);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly #begin = (): void => {
    this.#cancelTimer = this.#clock.after(this.#graceMs, () => {
      this.#controller.abort();
    });
  };

  [Symbol.dispose](): void {
    this.#parent.removeEventListener("abort", this.#begin);
    this.#cancelTimer();
  }
}
