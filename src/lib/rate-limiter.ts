import type { Clock } from "./clock.ts";

/** A rate limit: `perSecond` on average, and up to `burst` at once. */
export class RateLimiter {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #clock: Clock;
  #left: number;
  #refilledAt: number;

  /** `perSecond` of 0 sets no limit. */
  constructor(perSecond: number, clock: Clock, burst: number = perSecond) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#clock = clock;
    this.#left = burst;
    this.#refilledAt = clock.now();
  }

  /** Whether one more is allowed while `reserve` are kept back. */
  allows(reserve = 0): boolean {
    const now = this.#clock.now();
    const earned = ((now - this.#refilledAt) / 1000) * this.#perSecond;
    this.#left = Math.min(this.#burst, this.#left + earned);
    this.#refilledAt = now;
    return this.#perSecond === 0 || this.#left >= 1 + reserve;
  }

  spend(): void {
    this.#left -= 1;
  }

  /** Uses one if allowed; returns whether it was. */
  take(): boolean {
    const isAllowed = this.allows();
    if (isAllowed) this.spend();
    return isAllowed;
  }
}
