import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import stringWidth from "string-width";
import { agoText, clockText, spanText } from "../../../src/tools/terminal-view/durations.ts";
import {
  colored,
  colorless,
  type Line,
  lineWidth,
  paint,
  span,
  spread,
  truncate,
} from "../../../src/tools/terminal-view/line.ts";
import { progressBar } from "../../../src/tools/terminal-view/render-video.ts";

function textOf(line: Line): string {
  return paint(line, colorless);
}

describe("truncate", () => {
  it.each([
    ["short", 10, "short"],
    ["exactly", 7, "exactly"],
    ["too long", 5, "too …"],
    ["東京タワー", 6, "東京…"],
    ["東京タワー", 5, "東京…"],
    ["abc", 1, "…"],
    ["abc", 0, ""],
  ])("%s to %i", (text, width, shown) => {
    expect(truncate(text, width)).toBe(shown);
  });

  it("never takes more room than there is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, width) => {
        expect(stringWidth(truncate(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe("a line", () => {
  it("goes without its right part where there is no room for both", () => {
    expect(textOf(spread([span("a long left part")], [span("right")], 7))).toBe("a long…");
    expect(textOf(spread([span("left")], [], 20))).toBe("left");
  });

  it("is painted in the terminal's own colors, blanks excepted", () => {
    expect(paint([span("a", "good"), span(" ", "bad"), span("b")], colored)).toBe("\u001B[32ma\u001B[0m b");
  });
});

describe("progressBar", () => {
  it.each([
    [0.25, "━━╸───────"],
    [1, "━━━━━━━━━━"],
    [-1, "──────────"],
  ])("of %d", (share, bar) => {
    expect(textOf(progressBar(share, 10))).toBe(bar);
    expect(lineWidth(progressBar(share, 10))).toBe(10);
  });

  it("is nothing where there is no room", () => {
    expect(textOf(progressBar(0.5, -3))).toBe("");
  });
});

describe("times", () => {
  it.each([
    [0, "0:00"],
    [65.9, "1:05"],
    [3723, "1:02:03"],
    [-5, "0:00"],
  ])("%d seconds into a film", (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });

  it.each([
    [-10, "0 s"],
    [400, "0 s"],
    [59_999, "59 s"],
    [180_000, "3 min"],
    [7_200_000, "2 h"],
    [200_000_000, "2 d"],
  ])("a span of %d ms", (ms, text) => {
    expect(spanText(ms)).toBe(text);
  });

  it("what has just happened needs no number", () => {
    expect([agoText(900), agoText(2500)]).toEqual(["just now", "2 s ago"]);
  });
});
