import type { BrokerKind } from "./real-broker.ts";

const [begin, end] = ["<!-- measured: begin -->", "<!-- measured: end -->"];

/** The results, by broker and by feature. */
export class Findings {
  readonly #found = new Map<BrokerKind, Map<string, string>>();

  add(kind: BrokerKind, feature: string, finding: string): void {
    const found = this.#found.get(kind) ?? new Map<string, string>();
    this.#found.set(kind, found.set(feature, finding));
  }

  /** The table as it stands in the documents: a line for each feature, a column for each broker. */
  table(): string {
    const kinds = [...this.#found.keys()];
    const names = new Set(kinds.flatMap((kind) => [...(this.#found.get(kind)?.keys() ?? [])]));
    const rows = [
      ["", ...kinds.map(({ name, version }) => `${name} ${version}`)],
      ["---", ...kinds.map(() => "---")],
      ...[...names].map((name) => [name, ...kinds.map((kind) => this.#found.get(kind)?.get(name) ?? "")]),
    ];
    return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
  }
}

export function shownTable(document: string): string {
  return document.slice(...placeOf(document)).trim();
}

export function withTable(document: string, table: string): string {
  const [from, to] = placeOf(document);
  return `${document.slice(0, from)}\n${table}\n${document.slice(to)}`;
}

function placeOf(document: string): [number, number] {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the document has no ${begin} and ${end}`);
  return [from + begin.length, to];
}

/** The first line of a table tells which versions it is about. */
export function headOf(table: string): string {
  return table.split("\n", 1)[0] ?? "";
}
