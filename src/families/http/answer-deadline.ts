/** The maximum deadline for a slow player, unless the configuration allows more. */
const longestMs = 10_000;

/** How fast a slow answer is forgotten: after some fifty fast ones the configured deadline applies again. */
const decay = 0.98;

/** The maximum duration of a request when this deadline is configured. */
export function longestDeadlineMs(configuredMs: number): number {
  return Math.max(configuredMs, longestMs);
}

/**
 * The adaptive deadline of a player's requests. Over Wi-Fi some players always take as long as the default deadline,
 * and would never be online. So the deadline follows the slowest recent answer, up to ten seconds.
 */
export class AnswerDeadline {
  readonly #configuredMs: number;
  readonly #longestMs: number;
  /** The slowest recent answer or timeout. */
  #slowestMs = 0;
  /** The slowest recent answer; zero after a request that hung. */
  #slowestAnswerMs = 0;

  constructor(configuredMs: number) {
    this.#configuredMs = configuredMs;
    this.#longestMs = longestDeadlineMs(configuredMs);
  }

  /** The deadline of the next request. */
  get ms(): number {
    return Math.min(Math.max(this.#configuredMs, 2 * this.#slowestMs), this.#longestMs);
  }

  /** Records the duration of an answer. */
  answered(afterMs: number): void {
    this.#slowestMs = Math.max(afterMs, this.#slowestMs * decay);
    this.#slowestAnswerMs = Math.max(afterMs, this.#slowestAnswerMs * decay);
  }

  /**
   * Records a timeout. A player that exceeds even the longest deadline hangs and is not merely slow. But if it has
   * answered slowly, one lost answer does not change that: it would go offline before its deadline has grown again.
   */
  expired(afterMs: number): void {
    if (afterMs < this.#longestMs) {
      this.#slowestMs = Math.max(afterMs, this.#slowestMs);
      return;
    }
    this.#slowestMs = this.#slowestAnswerMs;
    this.#slowestAnswerMs = 0;
  }
}
