import { describe, expect, it } from "vitest";
import { LagMeter } from "../../src/lib/lag-meter.ts";
import { StallingClock } from "../support/stalling-clock.ts";

describe("the lag of a process", () => {
  it("is seen while it lasts, remembered for ten seconds, and forgotten", async () => {
    const clock = new StallingClock();
    using meter = new LagMeter(clock);
    await clock.advance(500);
    clock.stalledMs += 4000;
    expect(meter.worstMs).toBe(3500);
    await clock.advance(9000);
    expect(meter.worstMs).toBe(4000);
    await clock.advance(2000);
    expect(meter.worstMs).toBe(0);
  });

  it("is measured no more once nobody wants it", () => {
    const clock = new StallingClock();
    new LagMeter(clock)[Symbol.dispose]();
    expect(clock.pending).toBe(0);
  });
});
