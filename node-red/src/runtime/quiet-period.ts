/** Long enough for the retained messages of a broker in the same house to arrive without a gap of it. */
const quietMs = 250;
/** A player that plays never becomes quiet. */
const longestMs = 3000;

/** Ends when nothing has come for a while: MQTT does not tell which retained message is the last one. */
export class QuietPeriod {
  readonly #end: () => void;
  readonly #quietMs: number;
  readonly #longestMs: number;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;

  constructor(end: () => void, quiet = quietMs, longest = longestMs) {
    this.#end = end;
    this.#quietMs = quiet;
    this.#longestMs = longest;
  }

  start(): void {
    this.#startedAt = performance.now();
    this.#arm();
  }

  /** Something came. Starts the period if it is not under way. */
  extend(): void {
    if (this.#timer === undefined) this.start();
    else this.#arm();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const left = this.#startedAt + this.#longestMs - performance.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#end();
      },
      Math.max(0, Math.min(this.#quietMs, left)),
    );
  }
}
