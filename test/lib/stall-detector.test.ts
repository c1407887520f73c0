import { describe, expect, it } from "vitest";
import { StallDetector, uptimeOf } from "../../src/lib/stall-detector.ts";
import { FakeClock } from "../support/fake-clock.ts";

function bench() {
  const clock = new FakeClock();
  let aheadMs = 0;
  const standstill = new StallDetector(clock, () => clock.now() + aheadMs);
  return { clock, standstill, suspend: (ms: number) => (aheadMs += ms) };
}

describe("a message", () => {
  it.each([0, 1000])("may be as old as the gap, %i ms after it", async (laterMs) => {
    const { clock, standstill, suspend } = bench();
    await clock.advance(5000);
    suspend(12_000);
    await clock.advance(laterMs);
    expect(standstill.messageAgeMs()).toBeGreaterThan(10_000);
  });

  it("is fresh again when everything that waited has been read", async () => {
    const { clock, standstill, suspend } = bench();
    suspend(3_600_000);
    for (let read = 0; read < 5; read++) {
      expect(standstill.messageAgeMs()).toBeGreaterThan(3_590_000);
      await clock.advance(900);
    }
    await clock.advance(1000);
    expect(standstill.messageAgeMs()).toBe(0);
  });

  it("is fresh after a while even if messages never pause", async () => {
    const { clock, standstill, suspend } = bench();
    suspend(3_600_000);
    const ages: number[] = [];
    for (let read = 0; read < 25; read++) {
      ages.push(standstill.messageAgeMs());
      await clock.advance(500);
    }
    expect(ages.slice(0, 20).every((age) => age > 3_590_000)).toBe(true);
    expect(ages.slice(20)).toEqual([0, 0, 0, 0, 0]);
  });

  it("is fresh in a process that is only late", async () => {
    const { standstill, suspend } = bench();
    suspend(2500);
    expect(standstill.messageAgeMs()).toBe(0);
  });

  it("needs no timer after the end", () => {
    const { clock, standstill } = bench();
    standstill[Symbol.dispose]();
    expect(clock.pending).toBe(0);
  });
});

it("reads the uptime of the machine again only when the date has moved against its clock", async () => {
  const clock = new FakeClock();
  let [reads, suspendedMs] = [0, 0];
  const readMs = (): number => {
    reads += 1;
    return 5_000_000 + clock.now() + suspendedMs;
  };
  const date = (): Date => new Date(clock.date().getTime() + suspendedMs);
  const uptimeMs = uptimeOf(readMs, { now: () => clock.now(), date });
  const before = uptimeMs();
  await clock.advance(60_000);
  expect([uptimeMs() - before, reads]).toEqual([60_000, 1]);
  suspendedMs = 3000;
  expect([uptimeMs() - before, reads]).toEqual([63_000, 2]);
});
