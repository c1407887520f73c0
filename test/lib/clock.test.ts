import { getEventListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";

const forever = 2 ** 40;

describe("the machine's clock", () => {
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
