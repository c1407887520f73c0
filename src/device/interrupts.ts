/** Something that waits, and may be ended before what it waits for has come. */
export interface Interruptible {
  readonly signal: AbortSignal;
  readonly deadlineAt: number;
  onAbort(): void;
  onDeadline(): void;
}

/** Reads have one signal and what is done for commands another: both stay, and a third one is somebody's who comes once. */
const mostIdleSignals = 2;

/**
 * What may end requests before their answer: their deadlines, and the signals of those who made them. Nearly every
 * request is answered, so timer and listener stay from one to the next: to set and to clear them for each poll costs
 * more than to compare its answer.
 */
export class Interrupts implements Disposable {
  readonly #waiting = new Set<Interruptible>();
  /** Signals that are listened to, and how that ends. */
  readonly #signals = new Map<AbortSignal, () => void>();
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  /** Ends this one at its deadline, or when its signal aborts; at once if that has aborted before. */
  add(one: Interruptible): void {
    this.#waiting.add(one);
    if (one.signal.aborted) {
      one.onAbort();
      return;
    }
    if (!this.#signals.has(one.signal)) this.#listenTo(one.signal);
    if (one.deadlineAt < this.#firesAt) this.#fireAt(one.deadlineAt);
  }

  /** This one does not wait any more. */
  delete(one: Interruptible): void {
    this.#waiting.delete(one);
  }

  /** Leaves no listener and no timer behind. */
  [Symbol.dispose](): void {
    for (const stop of this.#signals.values()) stop();
    this.#signals.clear();
    clearTimeout(this.#timer);
    this.#firesAt = Number.POSITIVE_INFINITY;
  }

  #listenTo(signal: AbortSignal): void {
    if (this.#signals.size >= mostIdleSignals) this.#letGo();
    const onAbort = (): void => {
      for (const one of this.#waiting) if (one.signal === signal) one.onAbort();
    };
    signal.addEventListener("abort", onAbort);
    this.#signals.set(signal, () => signal.removeEventListener("abort", onAbort));
  }

  #letGo(): void {
    const stillNeeded = new Set(Array.from(this.#waiting, (one) => one.signal));
    for (const [signal, stop] of this.#signals) {
      if (stillNeeded.has(signal)) continue;
      stop();
      this.#signals.delete(signal);
    }
  }

  #fireAt(at: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = at;
    this.#timer = setTimeout(this.#onTimer, Math.ceil(at - performance.now()));
    // Whoever waits has a socket, which keeps the process alive; the timer alone is no reason to stay.
    this.#timer.unref();
  }

  readonly #onTimer = (): void => {
    const now = performance.now();
    let nextAt = Number.POSITIVE_INFINITY;
    for (const one of this.#waiting) {
      if (one.deadlineAt <= now) one.onDeadline();
      else nextAt = Math.min(nextAt, one.deadlineAt);
    }
    this.#firesAt = Number.POSITIVE_INFINITY;
    if (nextAt < this.#firesAt) this.#fireAt(nextAt);
  };
}
