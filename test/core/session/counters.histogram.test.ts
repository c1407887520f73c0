import { expect, it } from "vitest";
import { Histogram } from "../../../src/core/session/counters.ts";

it("a histogram counts what is up to each bound, and sums all", () => {
  const histogram = new Histogram([1, 10, 100]);
  expect([histogram.cumulative, histogram.sum]).toEqual([[0, 0, 0, 0], 0]);
  for (const value of [0, 1, 1.5, 10, 99, 1000, 2000]) histogram.observe(value);
  expect([histogram.cumulative, histogram.sum]).toEqual([[2, 4, 5, 7], 3111.5]);
});
