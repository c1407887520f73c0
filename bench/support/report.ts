import type { GoalCheck, Report, Table } from "./bench.ts";

export function writeReport({ tables, goals }: Report): string {
  const checks = goals.map(({ goal, what, wanted, reached, holds }: GoalCheck) => [
    String(goal),
    what,
    wanted,
    reached,
    holds ? "yes" : "**no**",
  ]);
  const parts = tables.map(writeTable);
  if (checks.length > 0) {
    const columns = ["goal", "", "wanted", "reached", "holds"];
    parts.push(writeTable({ title: "", columns, rows: checks }));
  }
  return parts.join("\n\n");
}

function writeTable({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const table = [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
  return title === "" ? table : `${title}\n\n${table}`;
}
