import type { AreaReport } from "../doctor/check-report.ts";
import type { CheckEvent, Finding, Verdict } from "../doctor/finding.ts";
import type { Output } from "./terminal.ts";
import { escapeText } from "./escape-text.ts";
import { fitLine, type Line, paint, type Palette, span, type Style, wrapped } from "./line.ts";

export interface CheckView {
  take(event: CheckEvent, areas: readonly AreaReport[]): void;
}

/** Areas are examined in parallel, but each is shown whole and in order. */
class EndedAreas {
  readonly #ended = new Set<string>();
  #shown = 0;

  /** Adds an event, and returns the areas that can be shown now. */
  take(event: CheckEvent, areas: readonly AreaReport[]): readonly AreaReport[] {
    if (event.kind === "ended") this.#ended.add(event.area);
    const from = this.#shown;
    while (this.#ended.has(areas[this.#shown]?.id ?? "")) this.#shown += 1;
    return areas.slice(from, this.#shown);
  }

  has(area: AreaReport): boolean {
    return this.#ended.has(area.id);
  }
}

/** For pipes and files: each finding is a self-contained line. */
export class CheckLines implements CheckView {
  readonly #output: Output;
  readonly #ended = new EndedAreas();

  constructor(output: Output) {
    this.#output = output;
  }

  take(event: CheckEvent, areas: readonly AreaReport[]): void {
    for (const { id, findings } of this.#ended.take(event, areas)) {
      for (const finding of findings) this.#output.write(`${plainLine(id, finding)}\n`);
    }
  }
}

function plainLine(area: string, { verdict, check, text, advice }: Finding): string {
  const hint = advice === undefined ? "" : ` -> ${advice}`;
  return `${verdict.padEnd(7)} ${area} ${check}: ${escapeText(text + hint)}`;
}

const marks: Readonly<Record<Verdict, { readonly mark: string; readonly style: Style }>> = {
  good: { mark: "✔", style: "good" },
  note: { mark: "·", style: "dim" },
  warning: { mark: "!", style: "warn" },
  fault: { mark: "✖", style: "bad" },
  skipped: { mark: "–", style: "dim" },
};

const checkWidth = 14;
const indentWidth = 4 + checkWidth;
const clearLine = "\r\u001B[K";

/** For people at a terminal: a table, area by area, and below it the areas in progress. */
export class CheckTable implements CheckView {
  readonly #output: Output;
  readonly #palette: Palette;
  readonly #ended = new EndedAreas();

  constructor(output: Output, palette: Palette) {
    this.#output = output;
    this.#palette = palette;
  }

  take(event: CheckEvent, areas: readonly AreaReport[]): void {
    const tables = this.#ended.take(event, areas).map((area) => this.#table(area));
    this.#output.write(clearLine + tables.join("") + this.#progress(areas));
  }

  get #width(): number {
    return Math.min(120, Math.max(40, this.#output.columns || 80));
  }

  #table({ title, subject, findings }: AreaReport): string {
    const heading: Line = [span(title, "strong"), span("  "), span(subject, "dim")];
    const lines = [heading, ...findings.flatMap((finding) => this.#lines(finding))];
    return `${lines.map((line) => paint(line, this.#palette)).join("\n")}\n\n`;
  }

  #lines({ check, verdict, text, advice }: Finding): Line[] {
    const { mark, style } = marks[verdict];
    const label = span(` ${mark}  ${check.padEnd(checkWidth)}`, style);
    const [first = [], ...rest] = this.#wrap(text, "plain");
    const hints = advice === undefined ? [] : this.#wrap(`→ ${advice}`, "accent");
    const indent = span(" ".repeat(indentWidth));
    return [[label, ...first], ...[...rest, ...hints].map((line) => [indent, ...line])];
  }

  #wrap(text: string, style: Style): Line[] {
    const words = text.split(" ").map((word) => [span(word)]);
    return wrapped(words, this.#width - indentWidth - 1, span(" ")).map((line) => [
      { text: line.map((part) => part.text).join(""), style },
    ]);
  }

  #progress(areas: readonly AreaReport[]): string {
    const open = areas.filter((area) => !this.#ended.has(area));
    if (open.length === 0) return "";
    const done = `${areas.length - open.length} of ${areas.length}`;
    const line = [span(` … ${done}, looking at ${open.map(({ title }) => title).join(", ")}`, "dim")];
    return paint(fitLine(line, this.#width - 1), this.#palette);
  }
}
