import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { CronSchedule } from "../../src/ops/cron.ts";
import { until } from "../support/bridge/until.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { shiftDate } from "../support/bridge/shifted-date.ts";

const everySecond = "* * * * * *";

/** Counts the ticks of a schedule. */
function counter(): { readonly onTick: (intervalMs: number) => void; readonly intervals: number[] } {
  const intervals: number[] = [];
  return {
    intervals,
    onTick: (intervalMs) => {
      intervals.push(intervalMs);
    },
  };
}

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

describe("a schedule", () => {
  it("fires, and says how long it will be until it does so again", async () => {
    const { onTick, intervals } = counter();
    using schedule = new CronSchedule(systemClock);
    schedule.follow(new Map([[everySecond, onTick]]));
    await until(() => intervals.length >= 2);
    for (const interval of intervals) {
      expect(interval).toBeGreaterThanOrEqual(0);
      expect(interval).toBeLessThanOrEqual(1000);
    }
  });

  it("has one task for each expression, and none after its end", async () => {
    const before = timers();
    const jobs = new Map([everySecond, "*/5 * * * * *", "0 0 1 1 *"].map((text) => [text, () => {}]));
    const clock = new FakeClock();
    const schedule = new CronSchedule(clock);
    schedule.follow(jobs);
    // The broker comes first.
    expect(timers()).toBe(before);
    await clock.advance(100);
    expect(timers()).toBe(before + 3);
    schedule[Symbol.dispose]();
    expect(timers()).toBe(before);
    expect(clock.pending).toBe(0);
    await clock.advance(60_000);
    expect(timers()).toBe(before);
  });

  it("begins nothing when it ends before, nor when somebody asks for it after its end", async () => {
    const before = timers();
    const clock = new FakeClock();
    const schedule = new CronSchedule(clock);
    const jobs = new Map([[everySecond, () => {}]]);
    schedule.follow(jobs);
    schedule[Symbol.dispose]();
    schedule.follow(jobs);
    expect(clock.pending).toBe(0);
    await clock.advance(60_000);
    expect(timers()).toBe(before);
  });

  it("goes on when the date is put back by an hour", async () => {
    const { onTick, intervals } = counter();
    // Time that is moved by hand beside the machine's date.
    const time = new FakeClock();
    const clock = { ...methodsOf(time), date: () => new Date() };
    using schedule = new CronSchedule(clock);
    schedule.follow(new Map([[everySecond, onTick]]));
    await time.advance(100);
    await until(() => intervals.length >= 1);
    using _shift = shiftDate(-3_600_000);
    await time.advance(5000);
    const seen = intervals.length;
    expect(await until(() => intervals.length >= seen + 2)).toBe(true);
  });

  it("is left alone while date and time go together", async () => {
    const clock = new FakeClock();
    let asked = 0;
    const jobs = new Map([[everySecond, () => {}]]);
    const keys = jobs.keys.bind(jobs);
    jobs.keys = () => {
      asked += 1;
      return keys();
    };
    using schedule = new CronSchedule(clock);
    schedule.follow(jobs);
    await clock.advance(3_600_000);
    expect(asked).toBe(1);
    expect(clock.pending).toBe(1);
  });

  it("follows other jobs from then on, and an expression that stays keeps its task", async () => {
    const before = timers();
    const clock = new FakeClock();
    using schedule = new CronSchedule(clock);
    const [first, second] = [counter(), counter()];
    schedule.follow(
      new Map([
        [everySecond, first.onTick],
        ...["0 0 1 1 *", "0 0 2 1 *"].map((text) => [text, () => {}] as const),
      ]),
    );
    await clock.advance(100);
    expect(timers()).toBe(before + 3);
    schedule.follow(new Map([[everySecond, second.onTick]]));
    expect(timers()).toBe(before + 1);
    await until(() => second.intervals.length >= 1);
    expect(first.intervals).toEqual([]);
  });
});

function methodsOf(clock: FakeClock): Pick<FakeClock, "now" | "sleep" | "after"> {
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    after: (ms, callback) => clock.after(ms, callback),
  };
}
