import { describe, expect, it } from "vitest";
import { inBlocks, trendOf, verdictOn } from "./slope.ts";

const noise = (step: number): number => ((step * 7919) % 13) - 6;
const samples = (make: (step: number) => number): number[] =>
  Array.from({ length: 60 }, (_, step) => make(step));

describe("the slope of samples", () => {
  it("is the gain in each step", () => {
    const { perStep, atLeast, atMost, median } = trendOf([10, 12, 14, 16]);
    expect([perStep, atLeast, atMost, median]).toEqual([2, 2, 2, 13]);
  });

  it("is found under noise, and lies between its bounds", () => {
    const { perStep, atLeast, atMost } = trendOf(samples((step) => 1000 + 2 * step + noise(step)));
    expect(perStep).toBeCloseTo(2, 1);
    expect(atLeast).toBeGreaterThan(1.8);
    expect(atMost).toBeLessThan(2.2);
  });

  it("may be zero if there is only noise", () => {
    const { atLeast, atMost } = trendOf(samples((step) => 1000 + 5 * noise(step)));
    expect(atLeast).toBeLessThanOrEqual(0);
    expect(atMost).toBeGreaterThanOrEqual(0);
  });

  it("is robust against outliers", () => {
    const { perStep } = trendOf(samples((step) => (step % 20 === 19 ? 9000 : 1000 + 2 * step)));
    expect(perStep).toBeCloseTo(2, 1);
  });

  it("shows no growth after a step down", () => {
    expect(trendOf(samples((step) => (step < 30 ? 1200 : 1000) + noise(step))).atLeast).toBeLessThan(0);
  });
});

describe("the verdict on growth", () => {
  it.each([
    [6, 9, 1, "GROWS"],
    [6, 9, 0.5, "unsure"],
    [-1, 4, 1, "flat"],
    [-9, -6, 1, "flat"],
    [-3, 5, 1, "flat"],
    [-3, 6, 1, "unsure"],
    [5, 6, 1, "unsure"],
  ])("between %d and %d in an hour, measured for %d h, is %s", (atLeast, atMost, hours, verdict) => {
    expect(verdictOn(atLeast, atMost, { minded: 5, negligible: 4, hours })).toBe(verdict);
  });
});

describe("samples in blocks", () => {
  it("are the medians of adjacent samples; a remainder is dropped", () => {
    expect(inBlocks([1, 2, 99, 4, 5, 6, 7], 3)).toEqual([2, 5]);
    expect(inBlocks([1, 2, 3, 5], 4)).toEqual([2.5]);
  });
});
