import type { Clock } from "./clock.ts";

/** A timer that comes so much later than it was set for says that we were busy, and nothing of the others. */
const latePart = 0.25;

/** Waits until nothing more is heard: who is asked for everything there is seldom says that this was all. */
export class Silence {
  readonly #clock: Clock;
  #cancel: (() => void) | undefined;
  #again: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls back once when nothing was heard for `ms`, in place of whoever waited before. */
  wait(ms: number, callback: () => void): void {
    this.cancel();
    const due = this.#clock.now() + ms;
    this.#again = () => this.wait(ms, callback);
    this.#cancel = this.#clock.after(ms, () => {
      // What came meanwhile lies unread in the socket.
      if (this.#clock.now() - due > ms * latePart) this.#again?.();
      else {
        this.cancel();
        callback();
      }
    });
  }

  /** It was not silent: the time begins anew. Nothing happens where nobody waits. */
  heard(): void {
    this.#again?.();
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#again = undefined;
  }
}
