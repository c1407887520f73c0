/** Until the first message comes: the broker has to answer the subscription. */
const firstMs = 1000;
/** Between two messages. */
const quietMs = 250;
/** A player that plays never becomes quiet. */
const longestMs = 4000;

/** Ends when no more messages come: MQTT does not tell which retained message is the last one. */
export class QuietPeriod {
  readonly #end: () => void;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;

  constructor(end: () => void) {
    this.#end = end;
  }

  start(): void {
    this.#startedAt = performance.now();
    this.#arm(firstMs);
  }

  /** A message came. */
  extend(): void {
    if (this.#timer !== undefined) this.#arm(quietMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(waitMs: number): void {
    clearTimeout(this.#timer);
    const left = this.#startedAt + longestMs - performance.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#end();
      },
      Math.max(0, Math.min(waitMs, left)),
    );
  }
}
