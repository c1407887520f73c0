import { describe, expect, it } from "vitest";
import { escapeText } from "../../../src/tools/terminal-view/escape-text.ts";

describe("escapeText", () => {
  it.each([
    ["plain text stays", "Café – 東京 😀", "Café – 東京 😀"],
    ["an escape sequence is shown", "\u001B[31mred", String.raw`\u001b[31mred`],
    ["the one-byte form of it too", "\u009B2J", String.raw`\u009b2J`],
    ["a bell", "a\u0007b", String.raw`a\u0007b`],
    ["breaks and tabs in their short form", "a\r\n\tb", String.raw`a\r\n\tb`],
    ["line separators", "a\u2028b\u2029", String.raw`a\u2028b\u2029`],
    ["delete", "a\u007F", String.raw`a\u007f`],
    ["marks that turn the direction", "\u202Etxt.exe\u2066", String.raw`\u202etxt.exe\u2066`],
    ["half a character", "a\uD800b", String.raw`a\ud800b`],
    ["a joined emoji stays whole", "👨‍👩‍👧", "👨‍👩‍👧"],
  ])("%s", (_title, text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
  });

  it("leaves no letter under a pile of marks", () => {
    expect(escapeText(`a${"\u0301".repeat(500)}b`)).toBe(`a${"\u0301".repeat(8)}b`);
  });
});
