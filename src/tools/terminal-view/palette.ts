import type { Line, Style } from "./line.ts";

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

/** The sixteen colours of the terminal's theme. */
export const coloured: Palette = (text, style) =>
  codes[style] === "" || text.trim() === "" ? text : `\u001B[${codes[style]}m${text}\u001B[0m`;

export const colourless: Palette = (text) => text;

export function paletteFor(env: NodeJS.ProcessEnv): Palette {
  const isUnwanted = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return isUnwanted ? colourless : coloured;
}

export function paint(line: Line, palette: Palette): string {
  return line.map(({ text, style }) => palette(text, style)).join("");
}
