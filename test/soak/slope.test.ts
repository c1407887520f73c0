import { expect, it } from "vitest";
import { inBlocks, trendOf, verdictOn } from "./slope.ts";

const noise = (step: number): number => ((step * 7919) % 13) - 6;

it.each([
  ["a leak under noise", (step: number) => 1000 + 2 * step + noise(step), 1.8, 2.2],
  ["one with outliers", (step: number) => (step % 20 === 19 ? 9000 : 1000 + 2 * step), 1.8, 2.2],
  ["noise alone", (step: number) => 1000 + noise(step), -0.2, 0.2],
])("the slope of %s lies between its bounds, which are narrow", (_what, sample, least, most) => {
  const { perStep, atLeast, atMost } = trendOf(Array.from({ length: 60 }, (_, step) => sample(step)));
  const rising = [least, atLeast, perStep, atMost, most];
  expect(rising).toEqual(rising.toSorted((one, other) => one - other));
});

it.each([
  [6, 9, 1, "GROWS"],
  [6, 9, 0.5, "unsure"],
  [-3, 5, 1, "flat"],
  [-3, 6, 1, "unsure"],
  [5, 6, 1, "unsure"],
])("growth between %d and %d in an hour, measured for %d h, is %s", (atLeast, atMost, hours, verdict) => {
  expect(verdictOn(atLeast, atMost, { minded: 5, negligible: 4, hours })).toBe(verdict);
});

it("blocks of samples are the medians of adjacent ones; a remainder is dropped", () => {
  expect([inBlocks([1, 2, 99, 4, 5, 6, 7], 3), inBlocks([1, 2, 3, 5], 4)]).toEqual([[2, 5], [2.5]]);
});
