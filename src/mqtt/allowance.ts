import type { Clock } from "../lib/clock.ts";

/** How much may be sent: a second's worth at once, and what was not used does not pile up beyond that. */
export class Allowance {
  readonly #perSecond: number;
  readonly #clock: Clock;
  #left: number;
  #refilledAt: number;

  /** `perSecond` of 0 sets no limit. */
  constructor(perSecond: number, clock: Clock) {
    this.#perSecond = perSecond;
    this.#clock = clock;
    this.#left = perSecond;
    this.#refilledAt = clock.now();
  }

  /** Whether one more may be sent, and as many as `reserve` after that. */
  allows(reserve: number): boolean {
    const now = this.#clock.now();
    const earned = ((now - this.#refilledAt) / 1000) * this.#perSecond;
    this.#left = Math.min(this.#perSecond, this.#left + earned);
    this.#refilledAt = now;
    return this.#perSecond === 0 || this.#left >= 1 + reserve;
  }

  spend(): void {
    this.#left -= 1;
  }
}
