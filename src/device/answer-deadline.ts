/** The longest that a slow player is waited for, unless the configuration allows more. */
const longestMs = 10_000;

/** How fast a slow answer is forgotten: after some fifty prompt ones the configured deadline holds again. */
const decay = 0.98;

/** The longest that a request may take when this deadline is configured. */
export function longestDeadlineMs(configuredMs: number): number {
  return Math.max(configuredMs, longestMs);
}

/**
 * How long a player may take to answer. On Wi-Fi some take as long as the default deadline, always: whoever is given up
 * on again and again would never be online. So the deadline follows the slowest answer seen, up to ten seconds.
 */
export class AnswerDeadline {
  readonly #configuredMs: number;
  #slowestMs = 0;

  constructor(configuredMs: number) {
    this.#configuredMs = configuredMs;
  }

  /** The deadline of the next request. */
  get ms(): number {
    const wanted = Math.max(this.#configuredMs, 2 * this.#slowestMs);
    return Math.min(wanted, longestDeadlineMs(this.#configuredMs));
  }

  /** An answer took this long. */
  answered(afterMs: number): void {
    this.#slowestMs = Math.max(afterMs, this.#slowestMs * decay);
  }

  /** No answer came in this time. A player that exceeds even the longest deadline hangs, and is not merely slow. */
  expired(afterMs: number): void {
    this.#slowestMs =
      afterMs >= longestDeadlineMs(this.#configuredMs) ? 0 : Math.max(afterMs, this.#slowestMs);
  }
}
