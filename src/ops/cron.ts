import { createTask, type ScheduledTask } from "node-cron";
import type { Jobs, SchedulePort } from "../core/ports.ts";
import { secondMs, everySecond } from "../lib/every-second.ts";
import { type Clock, systemClock } from "../lib/clock.ts";

/** A larger difference between system date and monotonic clock is a change of the date. */
const toleratedJumpMs = 2000;
const checkEveryMs = 5000;

/** Delays the first tick: connecting to the broker comes first, and players are read once without one. */
const beginAfterMs = 100;

const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

interface Entry {
  readonly task: ScheduledTask;
  cancel: () => void;
}

/**
 * Cron expressions, with one timer for each distinct one. node-cron parses them and finds the next date, but does not
 * run them: after a jump of the date it walks through each slot in between, which takes minutes for a month of seconds.
 * Ticks only mark work as due, so a missed one does no harm.
 */
export class CronSchedule implements SchedulePort, Disposable {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
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
   * Replaces the jobs; expressions that stay keep their timer. Does nothing after disposal: while the link closes, a last
   * message of another bridge may still cause a call.
   */
  follow(jobs: Jobs): void {
    if (this.#isOver) return;
    this.#jobs = jobs;
    if (!this.#hasBegun) return;
    for (const expression of this.#entries.keys()) if (!jobs.has(expression)) this.#remove(expression);
    for (const expression of jobs.keys()) {
      if (this.#entries.has(expression)) continue;
      const entry = { task: createTask(expression, () => {}, { logger: silent }), cancel: () => {} };
      this.#entries.set(expression, entry);
      this.#wait(expression, entry);
    }
    this.#cancelCheck();
    this.#cancelCheck = jobs.size === 0 ? () => {} : this.#watchDate();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#cancelBegin();
    this.#cancelCheck();
    for (const expression of this.#entries.keys()) this.#remove(expression);
  }

  /** Waits for the next slot after the present date, and returns the time until then. */
  #wait(expression: string, entry: Entry): number {
    const [next = new Date()] = entry.task.getNextRuns(1);
    const waitMs = Math.max(0, next.getTime() - machineDateMs());
    entry.cancel = this.#clock.after(waitMs, () => {
      // A long wait ends early, and the date may have been set back.
      const isDue = machineDateMs() >= next.getTime();
      const intervalMs = this.#wait(expression, entry);
      if (isDue) this.#jobs.get(expression)?.(intervalMs);
    });
    return waitMs;
  }

  #remove(expression: string): void {
    const entry = this.#entries.get(expression);
    entry?.cancel();
    void entry?.task.destroy();
    this.#entries.delete(expression);
  }

  /** The timers wait for a date: if it is set back an hour, polls would stop for an hour. */
  #watchDate(): () => void {
    const check = (): void => {
      if (Math.abs(this.#dateOffsetMs() - this.#offsetMs) <= toleratedJumpMs) return;
      this.#offsetMs = this.#dateOffsetMs();
      for (const [expression, entry] of this.#entries) {
        entry.cancel();
        this.#wait(expression, entry);
      }
    };
    return everySecond(this.#clock, check, checkEveryMs / secondMs);
  }

  #dateOffsetMs(): number {
    return this.#clock.date().getTime() - this.#clock.now();
  }
}

/** node-cron reads this date as well. */
function machineDateMs(): number {
  return systemClock.date().getTime();
}
