import { describe, expect, it } from "vitest";
import { QuietPeriod } from "../../src/lib/quiet-period.ts";
import { FakeClock } from "../support/fake-clock.ts";

/** A clock whose timers come late, as those of a process that was busy. */
class LateClock extends FakeClock {
  lateByMs = 0;

  override after(ms: number, callback: () => void): () => void {
    return super.after(ms + this.lateByMs, callback);
  }
}

describe("a silence", () => {
  it("is over when nothing was heard for the time", async () => {
    const clock = new FakeClock();
    const silence = new QuietPeriod(clock);
    let ends = 0;
    silence.wait(1000, () => (ends += 1));
    await clock.advance(999);
    expect(ends).toBe(0);
    await clock.advance(1);
    expect(ends).toBe(1);
    silence.restart();
    await clock.advance(5000);
    expect(ends).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it("begins anew with everything that is heard", async () => {
    const clock = new FakeClock();
    const silence = new QuietPeriod(clock);
    let ends = 0;
    silence.wait(1000, () => (ends += 1));
    for (let turn = 0; turn < 5; turn += 1) {
      await clock.advance(900);
      silence.restart();
    }
    expect(ends).toBe(0);
    await clock.advance(1000);
    expect(ends).toBe(1);
  });

  it("is waited for once more by who was too busy to hear anything", async () => {
    const clock = new LateClock();
    const silence = new QuietPeriod(clock);
    let ends = 0;
    clock.lateByMs = 400;
    silence.wait(1000, () => (ends += 1));
    await clock.advance(1399);
    clock.lateByMs = 0;
    await clock.advance(1);
    expect(ends).toBe(0);
    await clock.advance(999);
    expect(ends).toBe(0);
    await clock.advance(1);
    expect(ends).toBe(1);
  });

  it("is not waited for longer than ten times where it never comes", async () => {
    const clock = new FakeClock();
    const silence = new QuietPeriod(clock);
    const begunAt = clock.now();
    let lastedMs = 0;
    silence.wait(1000, () => (lastedMs = clock.now() - begunAt));
    for (let turn = 0; turn < 30; turn += 1) {
      await clock.advance(500);
      silence.restart();
    }
    expect(lastedMs).toBe(10_000);
    expect(clock.pending).toBe(0);
  });

  it("is not waited for longer than that by who is always too busy, either", async () => {
    const clock = new LateClock();
    const silence = new QuietPeriod(clock);
    clock.lateByMs = 400;
    let ends = 0;
    silence.wait(1000, () => (ends += 1));
    await clock.advance(11_000);
    expect(ends).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it("is not waited for any more by who said so, and by one at a time", async () => {
    const clock = new FakeClock();
    const silence = new QuietPeriod(clock);
    const ended: string[] = [];
    silence.wait(1000, () => ended.push("first"));
    silence.wait(2000, () => ended.push("second"));
    await clock.advance(2000);
    expect(ended).toEqual(["second"]);
    silence.wait(1000, () => ended.push("third"));
    silence.cancel();
    silence.restart();
    await clock.advance(5000);
    expect(ended).toEqual(["second"]);
    expect(clock.pending).toBe(0);
  });
});
