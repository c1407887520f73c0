import { secondMs, everySecond } from "./every-second.ts";
import type { Clock } from "./clock.ts";

const beatsRemembered = 10;

/** Measures the lag of the event loop: when a timer fires late, everything else is late, too. */
export class LagMeter implements Disposable {
  readonly #clock: Clock;
  readonly #lags = new Float64Array(beatsRemembered);
  readonly #cancel: () => void;
  #beat = 0;
  #dueAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#dueAt = clock.now() + secondMs;
    this.#cancel = everySecond(clock, () => {
      this.#lags[this.#beat++ % beatsRemembered] = this.#lateMs();
      this.#dueAt = clock.now() + secondMs;
    });
  }

  /** The maximum of the last ten seconds. */
  get worstMs(): number {
    return Math.max(this.#lateMs(), ...this.#lags);
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }

  #lateMs(): number {
    return Math.max(0, this.#clock.now() - this.#dueAt);
  }
}
