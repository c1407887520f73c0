import { FakeClock } from "./fake-clock.ts";

/**
 * Time passes with the turns of the event loop: the bridge waits a second for what the broker retains, and on a busy
 * machine that takes long, but not many turns.
 */
export class TurningClock extends FakeClock implements Disposable {
  #isTurning = true;

  constructor() {
    super();
    void this.#turn();
  }

  async #turn(): Promise<void> {
    while (this.#isTurning) await this.advance(5);
  }

  [Symbol.dispose](): void {
    this.#isTurning = false;
  }
}
