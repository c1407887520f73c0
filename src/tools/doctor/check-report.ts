import type { Finding, Verdict } from "../probe/finding.ts";

export interface Area {
  /** `configuration`, `broker`, `home-assistant`, or `players/` and the id. */
  readonly id: string;
  readonly title: string;
  /** Missing where the title is the name of a player. */
  readonly titleCode?: string;
  /** Its address or the like, shown beside the title. */
  readonly subject: string;
}

/** Progress of an examination. Areas overlap in time; each ends once. */
export type CheckEvent =
  | { readonly kind: "begun"; readonly areas: readonly Area[] }
  | { readonly kind: "found"; readonly area: string; readonly finding: Finding }
  | { readonly kind: "ended"; readonly area: string };

export interface AreaReport extends Area {
  readonly findings: readonly Finding[];
}

export class CheckReport {
  readonly #areas = new Map<string, Area & { readonly findings: Finding[] }>();
  readonly #ended = new Set<string>();

  take(event: CheckEvent): void {
    switch (event.kind) {
      case "begun":
        for (const area of event.areas) this.#areas.set(area.id, { ...area, findings: [] });
        break;
      case "found":
        this.#areas.get(event.area)?.findings.push(event.finding);
        break;
      case "ended":
        this.#ended.add(event.area);
        break;
    }
  }

  get areas(): readonly AreaReport[] {
    return [...this.#areas.values()];
  }

  get open(): readonly AreaReport[] {
    return this.areas.filter(({ id }) => !this.#ended.has(id));
  }

  /** The areas that can be shown: they end in any order, but are shown in that of the report. */
  get complete(): readonly AreaReport[] {
    const { areas, open } = this;
    const [first] = open;
    return first === undefined ? areas : areas.slice(0, areas.indexOf(first));
  }

  get counts(): Readonly<Record<Verdict, number>> {
    const counts = { good: 0, note: 0, warning: 0, fault: 0, skipped: 0 };
    for (const { verdict } of this.areas.flatMap(({ findings }) => findings)) counts[verdict] += 1;
    return counts;
  }

  /** Whether nothing is broken; a warning is no fault yet. */
  get isWell(): boolean {
    return this.counts.fault === 0;
  }
}
