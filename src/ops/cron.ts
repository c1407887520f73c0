import { type ScheduledTask, schedule } from "node-cron";
import type { Jobs, SchedulePort } from "../core/ports.ts";
import { beatMs, onBeat } from "../lib/beat.ts";
import type { Clock } from "../lib/clock.ts";

/** A larger difference between system date and monotonic clock is a change of the date. */
const toleratedJumpMs = 2000;
const checkEveryMs = 5000;

/** Delays the first task: connecting to the broker comes first, and players are read once without a tick. */
const beginAfterMs = 100;

const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

/** Cron tasks, one for each distinct expression. Ticks only mark work as due, so late or missed ones do no harm. */
export class CronSchedule implements SchedulePort, Disposable {
  readonly #clock: Clock;
  readonly #tasks = new Map<string, ScheduledTask>();
  #jobs: Jobs = new Map();
  #offsetMs = 0;
  #hasBegun = false;
  #isOver = false;
  #cancelBegin: () => void;
  #cancelCheck: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = this.#dateOffsetMs();
    this.#cancelBegin = clock.after(beginAfterMs, () => {
      this.#hasBegun = true;
      this.follow(this.#jobs);
    });
  }

  /**
   * Replaces the jobs; expressions that stay keep their task. Does nothing after disposal: while the link closes, a last
   * message of another bridge may still cause a call.
   */
  follow(jobs: Jobs): void {
    if (this.#isOver) return;
    this.#jobs = jobs;
    if (!this.#hasBegun) return;
    for (const [expression, task] of this.#tasks) {
      if (jobs.has(expression)) continue;
      this.#tasks.delete(expression);
      void task.destroy();
    }
    for (const expression of jobs.keys()) {
      if (!this.#tasks.has(expression)) this.#tasks.set(expression, this.#schedule(expression));
    }
    this.#cancelCheck();
    this.#cancelCheck = jobs.size === 0 ? () => {} : this.#watchDate();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#cancelBegin();
    this.#cancelCheck();
    this.#stop();
  }

  #schedule(expression: string): ScheduledTask {
    const task: ScheduledTask = schedule(
      expression,
      () => this.#jobs.get(expression)?.(task.msToNext() ?? checkEveryMs),
      { suppressMissedWarning: true, logger: silent },
    );
    return task;
  }

  #stop(): void {
    for (const task of this.#tasks.values()) void task.destroy();
    this.#tasks.clear();
  }

  /** node-cron waits for a date: if the clock is set back an hour, polls would stop for an hour. Restart the tasks instead. */
  #watchDate(): () => void {
    const check = (): void => {
      if (Math.abs(this.#dateOffsetMs() - this.#offsetMs) <= toleratedJumpMs) return;
      this.#offsetMs = this.#dateOffsetMs();
      this.#stop();
      this.follow(this.#jobs);
    };
    return onBeat(this.#clock, check, checkEveryMs / beatMs);
  }

  #dateOffsetMs(): number {
    return this.#clock.date().getTime() - this.#clock.now();
  }
}
