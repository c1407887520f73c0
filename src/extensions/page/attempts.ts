import type { Clock } from "../../lib/clock.ts";

const windowMs = 60_000;
const mostPerAddress = 5;
/** An attacker can use many addresses: all of them together get at most this many attempts. */
const mostInTotal = 50;

/** Counts wrong tokens, and delays further attempts. */
export class Attempts {
  readonly #clock: Clock;
  readonly #failures = new Map<string, number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds until this address may try again; 0 if it may now. */
  waitMs(address: string): number {
    this.#forget();
    const own = this.#failures.get(address);
    // An address without failures must not wait for those of others.
    if (own === undefined) return 0;
    const all = [...this.#failures.values()].flat().sort((a, b) => a - b);
    return Math.max(this.#until(own, mostPerAddress), this.#until(all, mostInTotal));
  }

  failed(address: string): void {
    const own = this.#failures.get(address) ?? [];
    own.push(this.#clock.now());
    this.#failures.set(address, own);
  }

  #until(failures: readonly number[], most: number): number {
    const oldest = failures.at(-most);
    return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - this.#clock.now());
  }

  #forget(): void {
    const from = this.#clock.now() - windowMs;
    for (const [address, failures] of this.#failures) {
      const recent = failures.filter((at) => at > from);
      if (recent.length === 0) this.#failures.delete(address);
      else this.#failures.set(address, recent);
    }
  }
}
