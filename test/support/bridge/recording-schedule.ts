import type { Jobs, SchedulePort } from "../../../src/core/ports.ts";

export class RecordingSchedule implements SchedulePort {
  jobs: Jobs = new Map();

  follow(jobs: Jobs): void {
    this.jobs = jobs;
  }

  fire(expression: string, intervalMs = 0): void {
    this.jobs.get(expression)?.(intervalMs);
  }
}
