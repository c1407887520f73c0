import { expect, it } from "vitest";
import { agoText, clockText, spanText } from "../../../src/tools/terminal-view/durations.ts";
import { colored, colorless, paint, span, spread } from "../../../src/tools/terminal-view/line.ts";
import { progressBar } from "../../../src/tools/terminal-view/render-video.ts";

it("a line has its left part alone where there is no other, or no room for both", () => {
  expect(paint(spread([span("left")], [], 20), colorless)).toBe("left");
  expect(paint(spread([span("a long left part")], [span("right")], 7), colorless)).toBe("a long…");
});

it("a line is painted in the terminal's own colors, blanks excepted", () => {
  expect(paint([span("a", "good"), span(" ", "bad"), span("b")], colored)).toBe("\u001B[32ma\u001B[0m b");
});

it("a bar of progress is empty before its begin, and full after its end", () => {
  const bars = [-1, 0.25, 1.2].map((share) => paint(progressBar(share, 10), colorless));
  expect(bars).toEqual(["──────────", "━━╸───────", "━━━━━━━━━━"]);
});

it("times are told in the units of a clock, and spans in the largest one that fits", () => {
  expect([65.9, 3723, -5].map(clockText)).toEqual(["1:05", "1:02:03", "0:00"]);
  const ms = [-10, 400, 59_999, 180_000, 7_200_000, 200_000_000];
  expect(ms.map(spanText)).toEqual(["0 s", "0 s", "59 s", "3 min", "2 h", "2 d"]);
  expect([900, 2500].map(agoText)).toEqual(["just now", "2 s ago"]);
});
