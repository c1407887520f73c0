import { getEventListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { FakeClock } from "../support/fake-clock.ts";

const forever = 2 ** 40;

describe("the machine's clock", () => {
  it("only ever grows", () => {
    const moments = Array.from({ length: 100 }, () => systemClock.now());
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  });

  it("does not follow the date when somebody sets it", () => {
    const before = systemClock.now();
    vi.spyOn(Date, "now").mockReturnValue(0);
    try {
      expect(systemClock.now() - before).toBeGreaterThanOrEqual(0);
      expect(systemClock.now() - before).toBeLessThan(60_000);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it("knows the date", () => {
    expect(systemClock.date().getFullYear()).toBeGreaterThan(2024);
  });

  it("sleeps, and leaves no listener behind", async () => {
    const { signal } = new AbortController();
    await systemClock.sleep(0, signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("never wakes before its time, not even by a part of a millisecond", async () => {
    const { signal } = new AbortController();
    for (let ms = 1.5; ms < 2; ms += 0.01) {
      const from = systemClock.now();
      await systemClock.sleep(ms, signal);
      expect(systemClock.now() - from).toBeGreaterThanOrEqual(ms);
    }
  });

  it("wakes from any sleep when the signal aborts", async () => {
    const controller = new AbortController();
    const asleep = systemClock.sleep(forever, controller.signal);
    controller.abort();
    await asleep;
    await systemClock.sleep(forever, controller.signal);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  it("calls back, unless the call was taken back", async () => {
    const called: string[] = [];
    systemClock.after(0, () => called.push("taken back"))();
    await new Promise<void>((resolve) => {
      systemClock.after(0, () => {
        called.push("kept");
        resolve();
      });
    });
    expect(called).toEqual(["kept"]);
  });

  it("does not call back at once for a time that no timer can hold", async () => {
    let called = false;
    const takeBack = systemClock.after(forever, () => {
      called = true;
    });
    await turn();
    await new Promise<void>((resolve) => {
      systemClock.after(2, resolve);
    });
    takeBack();
    expect(called).toBe(false);
  });
});

describe("the clock of tests", () => {
  it("fires what is due in the order of time, and of setting", async () => {
    const clock = new FakeClock(0);
    const fired: string[] = [];
    for (const [name, ms] of [
      ["c", 20],
      ["a", 10],
      ["b", 10],
      ["d", 21],
    ] as const) {
      clock.after(ms, () => fired.push(`${name}@${clock.now()}`));
    }
    await clock.advance(20);
    expect(fired).toEqual(["a@10", "b@10", "c@20"]);
    expect([clock.now(), clock.pending]).toEqual([20, 1]);
  });

  it("lets a callback set a timer that is due in the same step", async () => {
    const clock = new FakeClock(0);
    const { signal } = new AbortController();
    const woken: number[] = [];
    const sleeper = async (): Promise<void> => {
      for (let round = 0; round < 3; round++) {
        await clock.sleep(10, signal);
        woken.push(clock.now());
      }
    };
    void sleeper();
    await clock.advance(100);
    expect([woken, clock.pending]).toEqual([[10, 20, 30], 0]);
  });

  it("moves its date with its time", async () => {
    const clock = new FakeClock();
    const before = clock.date().getTime();
    await clock.advance(1234);
    expect(clock.date().getTime() - before).toBe(1234);
  });
});
