import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutText } from "../../src/lib/cut-text.ts";
import { plainText } from "../../src/lib/plain-text.ts";
import { anyText } from "../support/any-text.ts";
import { cpuMs } from "../support/cpu-ms.ts";

const family = "👨‍👩‍👧";

describe("a text for people", () => {
  it.each([
    [
      "is left as it is if nothing is wrong with it",
      "Café – 東京 😀 \u200eעברית",
      "Café – 東京 😀 \u200eעברית",
    ],
    ["keeps line breaks and tabs", "a\r\nb\n\tc", "a\r\nb\n\tc"],
    ["has no control characters", "a\0b\u0007\bc\u007f\u0085", "abc"],
    ["has no colours and movements of a terminal", "\u001b[31;1mred\u001b[2J\u009b1;1H", "red"],
    ["sets no title of a terminal", "\u001b]0;owned\u0007a\u009d0;owned\u009cb", "ab"],
    ["keeps its words after a sequence without an end", "\u001b]0;words", "0;words"],
    ["does not overwrite the line in a terminal", "harmless\revil", "harmless\nevil"],
    ["does not turn its direction", "\u202etxt.\u2066exe\u2069", "txt.exe"],
    ["has line feeds instead of unusual separators", "a\u2028b\u2029c", "a\nb\nc"],
    ["has no half of a character", "a\ud800b\udc00", "a\ufffdb\ufffd"],
  ])("%s", (_name, text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  it("is clean and well-formed, whatever it was, and quickly", async () => {
    fc.assert(
      fc.property(anyText(200), (text) => {
        const plain = plainText(text);
        expect(plain).not.toMatch(/[^\P{Cc}\t\r\n]|\r(?!\n)|[\u2028-\u202e\u2066-\u2069]|\p{Cs}/u);
        expect(plainText(plain)).toBe(plain);
      }),
    );
    for (const bait of ["\u001b[", "\u001b]", "\u009d", "\u009b0", "\u001b]a"])
      expect(await cpuMs(() => plainText(bait.repeat(100_000)))).toBeLessThan(1000);
  });
});

describe("a text that is too long", () => {
  it.each([
    ["ends before a character that would be cut", `ab😀`, 3, "ab"],
    ["has the last character if it just fits", `ab😀c`, 4, "ab😀"],
    ["keeps an emoji of several people together", `a${family}b`, 5, "a"],
    ["keeps an accent with its letter", "cafe\u0301s", 4, "caf"],
    ["may be a pile of marks", `a${"\u0301".repeat(500)}`, 10, `a${"\u0301".repeat(9)}`],
  ])("%s", (_name, text, max, expected) => {
    expect(cutText(text, max)).toBe(expected);
  });

  it("is never longer than it may be, nor ends within a surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), fc.nat(80), (text, max) => {
        const cut = cutText(text, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
});
