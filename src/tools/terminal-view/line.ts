import stringWidth from "string-width";
import { escapeText } from "./escape-text.ts";

export type Style = "plain" | "strong" | "dim" | "accent" | "good" | "warn" | "bad";

export interface Span {
  readonly text: string;
  readonly style: Style;
}

export type Line = readonly Span[];

/** Creates a span: the only way to the terminal, so that all text is escaped. */
export function span(text: string, style: Style = "plain"): Span {
  return { text: escapeText(text), style };
}

export const margin: Span = span("   ");

export function joined(parts: readonly Line[], separator: Span): Line {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [separator, ...part]));
}

export function lineWidth(line: Line): number {
  return line.reduce((width, { text }) => width + stringWidth(text), 0);
}

export function fitLine(line: Line, width: number): Line {
  if (lineWidth(line) <= width) return line;
  const fitted: Span[] = [];
  let left = width;
  for (const { text, style } of line) {
    if (left <= 0) break;
    const isLast = stringWidth(text) > left;
    fitted.push({ text: isLast ? truncate(text, left) : text, style });
    left = isLast ? 0 : left - stringWidth(text);
  }
  return fitted;
}

/** One part at the left and one at the right edge; the left one is truncated if necessary. */
export function spread(left: Line, right: Line, width: number, fill: Span = span(" ")): Line {
  const room = width - lineWidth(right);
  if (right.length === 0 || room < Math.min(lineWidth(left), width / 3)) return fitLine(left, width);
  const fitted = fitLine(left, room - 2);
  const gap = room - lineWidth(fitted);
  return [...fitted, { text: fill.text.repeat(Math.max(0, gap)), style: fill.style }, ...right];
}

export function wrapped(words: readonly Line[], width: number, separator: Span): Line[] {
  const lines: Line[] = [];
  let current: Line = [];
  for (const word of words) {
    const longer = joined([current, word], separator);
    if (current.length > 0 && lineWidth(longer) > width) {
      lines.push(current);
      current = word;
    } else {
      current = longer;
    }
  }
  return current.length === 0 ? lines : [...lines, current];
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  if (width < 1) return "";
  let kept = "";
  let left = width - 1;
  for (const { segment } of segmenter.segment(text)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

export type Palette = (text: string, style: Style) => string;

const codes: Readonly<Record<Style, string>> = {
  plain: "",
  strong: "1",
  dim: "2",
  accent: "36",
  good: "32",
  warn: "33",
  bad: "31",
};

/** The sixteen colors of the terminal's theme. */
export const colored: Palette = (text, style) =>
  codes[style] === "" || text.trim() === "" ? text : `\u001B[${codes[style]}m${text}\u001B[0m`;

export const colorless: Palette = (text) => text;

export function paletteFor(env: NodeJS.ProcessEnv): Palette {
  const isUnwanted = (env["NO_COLOR"] ?? "") !== "";
  return isUnwanted ? colorless : colored;
}

export function paint(line: Line, palette: Palette): string {
  return line.map(({ text, style }) => palette(text, style)).join("");
}
