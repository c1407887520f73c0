import type { Clock } from "./clock.ts";

const beatMs = 1000;
const beatsRemembered = 10;

/** Measures the lag of the event loop: when a timer fires late, everything else is late, too. */
export class LagMeter implements Disposable {
  readonly #clock: Clock;
  readonly #lags = new Float64Array(beatsRemembered);
  #beat = 0;
  #dueAt = 0;
  #cancel: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#next();
  }

  /** The maximum of the last ten seconds. */
  get worstMs(): number {
    return Math.max(this.#lateMs(), ...this.#lags);
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }

  #next(): void {
    this.#dueAt = this.#clock.now() + beatMs;
    this.#cancel = this.#clock.after(beatMs, () => {
      this.#lags[this.#beat++ % beatsRemembered] = this.#lateMs();
      this.#next();
    });
  }

  #lateMs(): number {
    return Math.max(0, this.#clock.now() - this.#dueAt);
  }
}
