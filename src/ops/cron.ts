import { type ScheduledTask, schedule } from "node-cron";
import type { Clock } from "../lib/clock.ts";

/** Called when a schedule fires, with the time until it fires again. */
export type OnTick = (intervalMs: number) => void;

/** Dates and measured time may drift apart by this much before it counts as a change of the date. */
const toleratedJumpMs = 2000;
const checkEveryMs = 5000;

const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

/** Cron tasks, one for each distinct expression. Ticks only mark work; a late or missed one is no loss. */
export class CronSchedule implements Disposable {
  readonly #jobs: ReadonlyMap<string, OnTick>;
  readonly #clock: Clock;
  #tasks: ScheduledTask[] = [];
  #offsetMs = 0;
  #cancelCheck: () => void = () => {};

  constructor(jobs: ReadonlyMap<string, OnTick>, clock: Clock) {
    this.#jobs = jobs;
    this.#clock = clock;
    this.#start();
    this.#watchDate();
  }

  [Symbol.dispose](): void {
    this.#cancelCheck();
    this.#stop();
  }

  #start(): void {
    this.#offsetMs = this.#dateOffsetMs();
    this.#tasks = [...this.#jobs].map(([expression, onTick]) => {
      const task: ScheduledTask = schedule(
        expression,
        () => {
          onTick(task.msToNext() ?? checkEveryMs);
        },
        { suppressMissedWarning: true, logger: silent },
      );
      return task;
    });
  }

  #stop(): void {
    for (const task of this.#tasks) void task.destroy();
    this.#tasks = [];
  }

  /** Cron waits for a date. When the date is put back an hour, so would every poll be: begin anew instead. */
  #watchDate(): void {
    this.#cancelCheck = this.#clock.after(checkEveryMs, () => {
      if (Math.abs(this.#dateOffsetMs() - this.#offsetMs) > toleratedJumpMs) {
        this.#stop();
        this.#start();
      }
      this.#watchDate();
    });
  }

  #dateOffsetMs(): number {
    return this.#clock.date().getTime() - this.#clock.now();
  }
}
