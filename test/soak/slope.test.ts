import { describe, expect, it } from "vitest";
import { grows, trendOf } from "./slope.ts";

const noise = (step: number): number => ((step * 7919) % 13) - 6;
const samples = (make: (step: number) => number): number[] =>
  Array.from({ length: 60 }, (_, step) => make(step));

describe("the slope test", () => {
  it("measures the gain per step", () => {
    expect(trendOf([10, 12, 14, 16]).perStep).toBeCloseTo(2);
  });

  it("finds a slow leak under noise", () => {
    expect(
      grows(
        samples((step) => 1000 + 2 * step + noise(step)),
        0.05,
      ),
    ).toBe(true);
  });

  it("takes noise for noise", () => {
    expect(
      grows(
        samples((step) => 1000 + 5 * noise(step)),
        0.05,
      ),
    ).toBe(false);
  });

  it("takes a plateau after a step down for no growth", () => {
    expect(
      grows(
        samples((step) => (step < 30 ? 1200 : 1000) + noise(step)),
        0.05,
      ),
    ).toBe(false);
  });

  it("minds no growth that is too small to matter", () => {
    expect(
      grows(
        samples((step) => 100_000 + step),
        0.05,
      ),
    ).toBe(false);
  });
});
