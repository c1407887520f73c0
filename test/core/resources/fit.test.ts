import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitList, fits, windowAround } from "../../../src/core/resources/fit.ts";
import { anyText } from "../../support/any-text.ts";

it("whether a text fits agrees with the bytes of it", () => {
  fc.assert(
    fc.property(anyText(), fc.nat(40), (text, maxBytes) => {
      expect(fits(text, maxBytes)).toBe(Buffer.byteLength(text) <= maxBytes);
    }),
    { examples: [["客厅", 5]] },
  );
});

describe("a window", () => {
  it("shows a fifth before the focus, and begins at the first without one", () => {
    expect(windowAround(100, 50, 200)).toEqual({ start: 90, end: 140 });
    expect(windowAround(-1, 50, 200)).toEqual({ start: 0, end: 50 });
  });

  it("is as wide as can be, within the list, and around the focus", () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.integer({ min: -1, max: 299 }), (size, total, focus) => {
        fc.pre(focus < total);
        const { start, end } = windowAround(focus, size, total);
        expect(end - start).toBe(Math.min(size, total));
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(total);
        expect(focus < 0 || size === 0 || (start <= focus && focus < end)).toBe(true);
      }),
    );
  });
});

describe("a list that is to fit", () => {
  const entries = Array.from({ length: 40 }, (_, index) => index);
  const write = (part: readonly number[], start: number): string => JSON.stringify({ start, part });

  it("is whole where there is room", () => {
    expect(fitList(entries, 0, 10_000, write)).toBe(JSON.stringify({ start: 0, part: entries }));
  });

  it("gets shorter around the focus until it fits", () => {
    expect(JSON.parse(fitList(entries, 20, 60, write))).toEqual({
      start: 18,
      part: [18, 19, 20, 21, 22, 23, 24, 25, 26, 27],
    });
  });

  it("is JSON of an empty list where not even one entry fits", () => {
    expect(fitList(entries, 20, 1, write)).toBe('{"start":20,"part":[]}');
  });

  it("is valid JSON that fits or is empty, and holds the focus if it holds anything", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 60 }), fc.nat(500), fc.nat(59), (texts, max, at) => {
        const focus = Math.min(at, texts.length - 1);
        const text = fitList(texts, focus, max, (part, start) => JSON.stringify({ start, part }));
        const { start, part } = JSON.parse(text) as { start: number; part: string[] };
        expect(part).toEqual(texts.slice(start, start + part.length));
        const isAround = start <= focus && focus < start + part.length;
        expect(part.length === 0 || (isAround && Buffer.byteLength(text) <= max)).toBe(true);
      }),
    );
  });
});
