import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Beat } from "../../src/lib/beat.ts";
import type { Clock } from "../../src/lib/clock.ts";
import { FakeClock } from "../support/fake-clock.ts";

/** A clock whose timers come a fraction of a millisecond early. */
class HastyClock extends FakeClock {
  override after(ms: number, callback: () => void): () => void {
    return super.after(ms > 1 ? ms - 0.5 : ms, callback);
  }
}

/** A beat of 25 ms, and when those who wait for it were called. */
function setUp(clock: FakeClock = new FakeClock(1000)) {
  const beat = new Beat(clock, 25);
  const calls: [name: string, at: number][] = [];
  const after = (ms: number, name: string): (() => void) =>
    beat.after(ms, () => calls.push([name, clock.now()]));
  return { clock, calls, after };
}

describe("a beat", () => {
  it("calls those together whose moments are close together, in the order in which they came", async () => {
    const { clock, calls, after } = setUp();
    after(26, "a");
    after(50, "b");
    after(51, "c");
    expect(clock.pending).toBe(2);
    await clock.advance(1000);
    expect(calls).toEqual([
      ["a", 1050],
      ["b", 1050],
      ["c", 1075],
    ]);
  });

  it("calls nobody early, and nobody later than a beat, each once", async () => {
    const moments = fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(moments, fc.boolean(), async (waits, isHasty) => {
        const { clock, calls, after } = setUp(isHasty ? new HastyClock(7) : new FakeClock(7));
        for (const [index, ms] of waits.entries()) after(ms, `${index}`);
        await clock.advance(1000);
        const late = calls.map(([name, at]) => at - 7 - (waits[Number(name)] ?? Number.NaN));
        expect(late.every((ms) => ms > -0.001 && ms < 25)).toBe(true);
        expect(calls.map(([name]) => name).toSorted()).toEqual(
          [...waits.keys()].map((index) => `${index}`).toSorted(),
        );
      }),
    );
  });

  it("does not call who takes the call back, and leaves no timer when that was the last", async () => {
    const { clock, calls, after } = setUp();
    const cancels = [after(20, "a"), after(21, "b")];
    for (const cancel of cancels) {
      expect(clock.pending).toBe(1);
      cancel();
    }
    expect(clock.pending).toBe(0);
    await clock.advance(1000);
    expect(calls).toEqual([]);
  });

  it("calls whoever comes at the very moment of a beat, also when one who was called takes the call back", async () => {
    const { clock, calls, after } = setUp();
    const cancel = after(25, "a");
    await clock.advance(25);
    after(0, "b");
    cancel();
    await clock.advance(0);
    expect(calls).toEqual([
      ["a", 1025],
      ["b", 1025],
    ]);
  });

  it("keeps to the same beat whenever somebody comes", async () => {
    const clock: Clock & FakeClock = new FakeClock(3);
    const { calls, after } = setUp(clock);
    after(1, "a");
    await clock.advance(11);
    after(1, "b");
    await clock.advance(100);
    expect(calls).toEqual([
      ["a", 25],
      ["b", 25],
    ]);
  });
});
