import type { Jobs, SchedulePort } from "../../../src/core/ports.ts";

/** A schedule whose beat is a test's. */
export class RecordingSchedule implements SchedulePort {
  jobs: Jobs = new Map();

  follow(jobs: Jobs): void {
    this.jobs = jobs;
  }

  /** The expression fires. */
  fire(expression: string, intervalMs = 0): void {
    this.jobs.get(expression)?.(intervalMs);
  }
}
