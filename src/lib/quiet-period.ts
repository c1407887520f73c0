import type { Clock } from "./clock.ts";

/** If a timer is late by this share of its delay, we were busy ourselves, and messages may still be unread. */
const toleratedLateness = 0.25;
/** If silence never comes, this many times the delay has to do, since the caller waits until then. */
const maxTimes = 10;

/** Waits until no more messages arrive: few senders mark the end of a burst. */
export class QuietPeriod {
  readonly #clock: Clock;
  #restartedAt = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls back once after `ms` without a message; replaces an earlier wait. */
  wait(ms: number, callback: () => void): void {
    this.cancel();
    this.restart();
    this.#listen(ms, this.#restartedAt + ms * maxTimes, callback);
  }

  /** A message arrived, so the wait starts again. */
  restart(): void {
    this.#restartedAt = this.#clock.now();
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #listen(ms: number, until: number, callback: () => void): void {
    const due = Math.min(this.#restartedAt + ms, until);
    this.#cancel = this.#clock.after(due - this.#clock.now(), () => {
      const now = this.#clock.now();
      // Messages that arrived meanwhile are still unread in the socket.
      if (now - due > ms * toleratedLateness) this.restart();
      if (now < until && this.#restartedAt + ms > now) this.#listen(ms, until, callback);
      else {
        this.#cancel = undefined;
        callback();
      }
    });
  }
}
