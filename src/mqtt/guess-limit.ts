import type { Clock } from "../lib/clock.ts";

/** People mistype a password a few times. */
const freeGuesses = 10;
const guessEveryMs = 1000;
/** An attempt that would have to wait longer is refused at once. */
const longestWaitMs = 20_000;
/** Guesses of an address are forgotten after this long without another one. */
const forgetMs = 600_000;
const maxAddresses = 1000;

interface Guesses {
  readonly count: number;
  readonly at: number;
  readonly nextAt: number;
}

/**
 * Slows down wrong passwords: after ten, an address gets one attempt a second. Another client at the same address with
 * the right password waits its turn, but is never locked out.
 */
export class GuessLimit {
  readonly #clock: Clock;
  readonly #guesses = new Map<string, Guesses>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How long an attempt from this address has to wait; undefined if too many are waiting already. */
  waitMs(address: string): number | undefined {
    const guesses = this.#guesses.get(address);
    const now = this.#clock.now();
    if (guesses === undefined || guesses.count < freeGuesses) return 0;
    if (now - guesses.at > forgetMs) {
      this.#guesses.delete(address);
      return 0;
    }
    const waitMs = Math.max(0, guesses.nextAt - now);
    if (waitMs > longestWaitMs) return undefined;
    this.#guesses.set(address, { ...guesses, nextAt: now + waitMs + guessEveryMs });
    return waitMs;
  }

  failed(address: string): number {
    const now = this.#clock.now();
    const known = this.#guesses.get(address);
    const before = known !== undefined && now - known.at <= forgetMs ? known : { count: 0, nextAt: now };
    const count = before.count + 1;
    // Moved to the end, so that the first address is the one with the oldest guess.
    this.#guesses.delete(address);
    this.#guesses.set(address, { count, at: now, nextAt: before.nextAt });
    const [oldest] = this.#guesses.keys();
    if (this.#guesses.size > maxAddresses && oldest !== undefined) this.#guesses.delete(oldest);
    return count;
  }
}
