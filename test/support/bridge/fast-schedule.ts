import type { Jobs, SchedulePort } from "../../../src/core/ports.ts";
import type { Clock } from "../../../src/lib/clock.ts";

/** Supports every second, or every n seconds, as tests configure; no other expression fires. */
const everySeconds = /^\*(?:\/(\d+))? \* \* \* \* \*$/;

/** Cron on the clock of a test: node-cron uses real time only, so a second would take a second. */
export class FastSchedule implements SchedulePort, Disposable {
  readonly #clock: Clock;
  #jobs: Jobs = new Map();
  #seconds = 0;
  #cancel: () => void;

  constructor(clock: Clock) {
    this.#clock = clock;
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
    return this.#clock.after(1000, () => {
      this.#seconds += 1;
      for (const [expression, fire] of this.#jobs) {
        const match = everySeconds.exec(expression);
        if (match === null) continue;
        const interval = Number(match[1] ?? 1);
        if (this.#seconds % interval === 0) fire(interval * 1000);
      }
      this.#cancel = this.#wait();
    });
  }
}
