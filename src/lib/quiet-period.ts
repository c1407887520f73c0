import type { Clock } from "./clock.ts";

/** A timer that comes so much later than it was set for says that we were busy, and nothing of the others. */
const latePart = 0.25;
/** Where it never is silent, so many times the silence will have to do: who waits for it does nothing until then. */
const mostTimes = 10;

/** Waits until nothing more is heard: who is asked for everything there is seldom says that this was all. */
export class QuietPeriod {
  readonly #clock: Clock;
  #heardAt = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls back once when nothing was heard for `ms`, in place of whoever waited before. */
  wait(ms: number, callback: () => void): void {
    this.cancel();
    this.heard();
    this.#listen(ms, this.#heardAt + ms * mostTimes, callback);
  }

  /** It was not silent: the time begins anew. */
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
      // What came meanwhile lies unread in the socket.
      if (now - due > ms * latePart) this.heard();
      if (now < until && this.#heardAt + ms > now) this.#listen(ms, until, callback);
      else {
        this.#cancel = undefined;
        callback();
      }
    });
  }
}
