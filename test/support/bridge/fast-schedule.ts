import type { Jobs, SchedulePort } from "../../../src/core/ports.ts";
import type { Clock } from "../../../src/lib/clock.ts";

/** Supports every second, or every n seconds, as tests configure; no other expression fires. */
const everySeconds = /^\*(?:\/(\d+))? \* \* \* \* \*$/;

/** Cron on the clock of a test: node-cron uses real time only, so a second would take a second. */
export class FastSchedule implements SchedulePort, Disposable {
  readonly #clock: Clock;
  readonly #secondMs: number;
  #jobs: Jobs = new Map();
  #seconds = 0;
  #cancel: () => void;

  /** On a very fast clock a cron second must be longer, or players are polled without a pause. */
  constructor(clock: Clock, secondMs = 1000) {
    this.#clock = clock;
    this.#secondMs = secondMs;
    this.#cancel = this.#wait();
  }

  follow(jobs: Jobs): void {
    this.#jobs = jobs;
  }

  [Symbol.dispose](): void {
    this.#cancel();
    this.#jobs = new Map();
  }

  #wait(): () => void {
    return this.#clock.after(this.#secondMs, () => {
      this.#seconds += 1;
      for (const [expression, fire] of this.#jobs) {
        const match = everySeconds.exec(expression);
        if (match === null) continue;
        const interval = Number(match[1] ?? 1);
        if (this.#seconds % interval === 0) fire(interval * this.#secondMs);
      }
      this.#cancel = this.#wait();
    });
  }
}
