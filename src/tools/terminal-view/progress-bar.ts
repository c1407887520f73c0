import { type Line, span } from "./line.ts";

/** A bar of `width` columns that is filled to the given share, in steps of half a column. */
export function progressBar(share: number, width: number): Line {
  const columns = Math.max(0, width);
  const halves = Math.round(Math.min(1, Math.max(0, share)) * columns * 2);
  const full = Math.floor(halves / 2);
  const filled = "━".repeat(full) + (halves % 2 === 1 ? "╸" : "");
  return [span(filled, "accent"), span("─".repeat(columns - filled.length), "dim")];
}
