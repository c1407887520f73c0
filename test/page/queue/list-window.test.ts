import { describe, expect, it } from "vitest";
import { listWindow, pagesOf, rowHeight } from "../../../page/queue/list-window.ts";

describe("a long list", () => {
  it.each([
    [0, 20_000, 0, 16],
    [1000 * rowHeight, 20_000, 992, 1016],
    [20_000 * rowHeight, 20_000, 19_992, 20_000],
    [0, 3, 0, 3],
    [99 * rowHeight, 3, 0, 3],
  ])("at %i px of %i rows is drawn from %i to %i", (scrollTop, size, first, end) => {
    expect(listWindow(scrollTop, 8 * rowHeight, size)).toMatchObject({ first, end });
  });

  it("is no taller than a browser can draw", () => {
    expect(listWindow(0, 400, 10_000_000).totalHeight).toBeLessThanOrEqual(10_000_000);
  });

  it("is requested in whole pages", () => {
    expect(pagesOf({ first: 95, end: 205, totalHeight: 0 }, 100)).toEqual([0, 100, 200]);
    expect(pagesOf({ first: 100, end: 200, totalHeight: 0 }, 100)).toEqual([100]);
  });
});
