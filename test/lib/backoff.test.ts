import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "../../src/lib/backoff.ts";

describe("a back-off", () => {
  const policy = { firstMs: 1000, maxMs: 30_000 };

  it.each([
    [0, 1000],
    [1, 1000],
    [2, 2000],
    [5, 16_000],
    [6, 30_000],
    [1e9, 30_000],
  ])("before attempt %i is at most %i ms, and at least three quarters of it", (attempt, ms) => {
    expect([backoffMs(policy, attempt, 0), backoffMs(policy, attempt, 1)]).toEqual([ms * 0.75, ms]);
  });

  it("is a whole number of milliseconds between its bounds, for any attempt and any dice", () => {
    const dice = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat(), dice, (attempt, random) => {
        const ms = backoffMs(policy, attempt, random);
        expect(Number.isInteger(ms) && ms >= 750 && ms <= 30_000).toBe(true);
      }),
    );
  });
});
