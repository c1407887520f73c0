import type { AreaReport, CheckReport } from "../doctor/check-report.ts";
import type { Finding, Verdict } from "../probe/finding.ts";
import type { Output } from "./terminal.ts";
import { escapeText } from "./escape-text.ts";
import { fitLine, type Line, paint, type Palette, span, type Style, wrapped } from "./line.ts";

export type ShowReport = (report: CheckReport) => void;

/** For pipes and files: each finding is a self-contained line. */
export function showAsLines(output: Output): ShowReport {
  return eachComplete((areas) => {
    for (const { id, findings } of areas) {
      for (const finding of findings) output.write(`${plainLine(id, finding)}\n`);
    }
  });
}

/** For people at a terminal: a table, area by area, and below it the areas in progress. */
export function showAsTable(output: Output, palette: Palette): ShowReport {
  return eachComplete((areas, report) => {
    const width = Math.min(120, Math.max(40, output.columns || 80));
    const lines = areas.flatMap((area) => [...areaLines(area, width), []]);
    const table = lines.map((line) => `${paint(line, palette)}\n`).join("");
    output.write(clearLine + table + paint(progressLine(report, width), palette));
  });
}

/** Shows each area once. */
function eachComplete(show: (areas: readonly AreaReport[], report: CheckReport) => void): ShowReport {
  let shown = 0;
  return (report) => {
    const { complete } = report;
    show(complete.slice(shown), report);
    shown = complete.length;
  };
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

function areaLines({ title, subject, findings }: AreaReport, width: number): Line[] {
  const heading: Line = [span(title, "strong"), span("  "), span(subject, "dim")];
  return [heading, ...findings.flatMap((finding) => findingLines(finding, width - indentWidth - 1))];
}

function findingLines({ check, verdict, text, advice }: Finding, width: number): Line[] {
  const { mark, style } = marks[verdict];
  const label = span(` ${mark}  ${check.padEnd(checkWidth)}`, style);
  const [first = [], ...rest] = wrap(text, "plain", width);
  const hints = advice === undefined ? [] : wrap(`→ ${advice}`, "accent", width);
  const indent = span(" ".repeat(indentWidth));
  return [[label, ...first], ...[...rest, ...hints].map((line) => [indent, ...line])];
}

function wrap(text: string, style: Style, width: number): Line[] {
  const words = text.split(" ").map((word) => [span(word)]);
  return wrapped(words, width, span(" ")).map((line) => [
    { text: line.map((part) => part.text).join(""), style },
  ]);
}

function progressLine({ areas, open }: CheckReport, width: number): Line {
  if (open.length === 0) return [];
  const done = `${areas.length - open.length} of ${areas.length}`;
  const text = ` … ${done}, looking at ${open.map(({ title }) => title).join(", ")}`;
  return fitLine([span(text, "dim")], width - 1);
}
