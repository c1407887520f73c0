import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { CronSchedule } from "../../src/ops/cron.ts";
import { until } from "../support/bridge/until.ts";
import { cpuMs } from "../support/cpu-ms.ts";
import { FakeClock } from "../support/fake-clock.ts";

const everySecond = "* * * * * *";

function counter(): { readonly onTick: (intervalMs: number) => void; readonly intervals: number[] } {
  const intervals: number[] = [];
  return {
    intervals,
    onTick: (intervalMs) => {
      intervals.push(intervalMs);
    },
  };
}

const hourMs = 3_600_000;
const tenYearsMs = 3652 * 24 * hourMs;

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

  it("has one timer for each expression, and none after its end", async () => {
    const jobs = new Map([everySecond, "*/5 * * * * *", "0 0 1 1 *"].map((text) => [text, () => {}]));
    const clock = new FakeClock();
    const schedule = new CronSchedule(clock);
    schedule.follow(jobs);
    // The broker comes first.
    expect(clock.pending).toBe(1);
    await clock.advance(100);
    schedule.follow(jobs);
    expect(clock.pending).toBe(4);
    schedule[Symbol.dispose]();
    expect(clock.pending).toBe(0);
  });

  it("begins nothing when it ends before, nor when somebody asks for it after its end", async () => {
    const clock = new FakeClock();
    const schedule = new CronSchedule(clock);
    const jobs = new Map([[everySecond, () => {}]]);
    schedule.follow(jobs);
    schedule[Symbol.dispose]();
    schedule.follow(jobs);
    expect(clock.pending).toBe(0);
    await clock.advance(60_000);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ["back by an hour", -hourMs],
    ["forward by a day", 24 * hourMs],
    ["forward by ten years", tenYearsMs],
    ["back by ten years", -tenYearsMs],
  ])(
    "goes on at once when the date is put %s, without a tick for each slot in between",
    async (_, jumpMs) => {
      const { onTick, intervals } = counter();
      const hourly = counter();
      using date = dateByHand();
      const time = new FakeClock();
      const clock = { ...methodsOf(time), date: () => new Date() };
      const advance = async (seconds: number): Promise<void> => {
        for (let second = 0; second < seconds; second++) {
          date.step(1000);
          await time.advance(1000);
        }
      };
      using schedule = new CronSchedule(clock);
      schedule.follow(
        new Map([
          [everySecond, onTick],
          ["0 * * * *", hourly.onTick],
        ]),
      );
      await advance(5);
      expect(intervals.length).toBeGreaterThanOrEqual(4);
      const seen = intervals.length;
      const jump = async (): Promise<void> => {
        // The hour is full eight seconds later, but half an hour later by the former date.
        date.step(jumpMs + hourMs / 2 - 13_000);
        await advance(10);
      };
      expect(await cpuMs(jump)).toBeLessThan(1000);
      expect(intervals.length - seen).toBeGreaterThanOrEqual(4);
      expect(intervals.length - seen).toBeLessThanOrEqual(11);
      expect(hourly.intervals).toHaveLength(1);
    },
  );

  it("follows other jobs from then on, and an expression that stays keeps its task", async () => {
    using schedule = new CronSchedule(systemClock);
    const [first, second] = [counter(), counter()];
    schedule.follow(
      new Map([
        [everySecond, first.onTick],
        ...["0 0 1 1 *", "0 0 2 1 *"].map((text) => [text, () => {}] as const),
      ]),
    );
    await until(() => first.intervals.length === 1);
    schedule.follow(new Map([[everySecond, second.onTick]]));
    await until(() => second.intervals.length >= 1);
    expect(first.intervals).toHaveLength(1);
  });
});

function methodsOf(clock: FakeClock): Pick<FakeClock, "now" | "sleep" | "after"> {
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    after: (ms, callback) => clock.after(ms, callback),
  };
}

/** Begins at half past. */
function dateByHand(): Disposable & { step(ms: number): void } {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date().setMinutes(30, 0, 0) });
  return {
    step: (ms) => void vi.setSystemTime(Date.now() + ms),
    [Symbol.dispose]: () => void vi.useRealTimers(),
  };
}
