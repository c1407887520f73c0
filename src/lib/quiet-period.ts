import type { Clock } from "./clock.ts";

/**
 * If a timer fires late by more than this share of its delay, we were busy ourselves, and messages may still be unread.
 */
const latePart = 0.25;
/** If silence never comes, this many times the delay has to do, since the caller waits until then. */
const mostTimes = 10;

/** Waits for silence: after a request for everything, few senders announce the end. */
export class QuietPeriod {
  readonly #clock: Clock;
  #heardAt = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls back once after `ms` without a message; replaces an earlier wait. */
  wait(ms: number, callback: () => void): void {
    this.cancel();
    this.heard();
    this.#listen(ms, this.#heardAt + ms * mostTimes, callback);
  }

  /** A message arrived, so the wait starts again. */
  heard(): void {
    this.#heardAt = this.#clock.now();
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #listen(ms: number, until: number, callback: () => void): void {
    const due = Math.min(this.#heardAt + ms, until);
    this.#cancel = this.#clock.after(due - this.#clock.now(), () => {
      const now = this.#clock.now();
      // Messages that arrived meanwhile are still unread in the socket.
      if (now - due > ms * latePart) this.heard();
      if (now < until && this.#heardAt + ms > now) this.#listen(ms, until, callback);
      else {
        this.#cancel = undefined;
        callback();
      }
    });
  }
}
