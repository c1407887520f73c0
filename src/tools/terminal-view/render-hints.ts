import { displayWidth } from "./display-width.ts";
import { type Line, span } from "./line.ts";

const indent = "   ";

/** What to try next: commands that can be copied as they stand, broken where a shell reads on. */
export function renderHints(hints: readonly string[], columns: number): Line[] {
  if (hints.length === 0) return [];
  const lines = hints.flatMap((hint) => breakCommand(hint, columns - indent.length - 1));
  return [
    [span(" Try this in another terminal:", "strong")],
    ...lines.map((line): Line => [span(indent), span(line, "accent")]),
  ];
}

/** A command in lines that end in a backslash, which tells the shell that it goes on. */
export function breakCommand(command: string, width: number): string[] {
  if (displayWidth(command) <= width) return [command];
  const lines: string[] = [];
  let current = "";
  for (const word of command.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && displayWidth(longer) > width - 2) {
      lines.push(`${current} \\`);
      current = `  ${word}`;
    } else {
      current = longer;
    }
  }
  return [...lines, current];
}
