import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutPages, listWindow, pagesOf, rowHeight, rowsShape } from "../../../page/queue/list-window.ts";

describe("a long list", () => {
  it.each([
    [0, 20_000, 0, 16],
    [1000 * rowHeight, 20_000, 992, 1016],
    [20_000 * rowHeight, 20_000, 19_992, 20_000],
    [0, 3, 0, 3],
    [99 * rowHeight, 3, 0, 3],
  ])("at %i px of %i rows is drawn from %i to %i", (scrollTop, size, first, end) => {
    expect(listWindow(scrollTop, 8 * rowHeight, size, rowsShape)).toMatchObject({ first, end });
  });

  it("is no taller than a browser can draw", () => {
    expect(listWindow(0, 400, 10_000_000, rowsShape).totalHeight).toBeLessThanOrEqual(10_000_000);
  });

  it("gets the rows of any range from the pages that it needs, up to one that cannot be read, and asks for no other", () => {
    const rows = Array.from({ length: 60 }, (_, place) => place);
    const places = fc.nat({ max: 60 });
    fc.assert(
      fc.property(
        places,
        places,
        fc.integer({ min: 1, max: 70 }),
        fc.nat({ max: 60 }),
        (one, other, pageSize, lost) => {
          const range = { first: Math.min(one, other), end: Math.max(one, other) };
          const pages = pagesOf(range, pageSize).map((start) => rows.slice(start, start + pageSize));
          expect(cutPages(pages, range, pageSize)).toEqual(rows.slice(range.first, range.end));
          const read = pages.map((page) => (page.includes(lost) ? undefined : page));
          const end = read.includes(undefined) ? lost - (lost % pageSize) : range.end;
          expect(cutPages(read, range, pageSize)).toEqual(rows.slice(range.first, Math.min(end, range.end)));
          expect(pages.flat().length).toBeLessThan(range.end - range.first + 2 * pageSize);
        },
      ),
    );
  });
});
