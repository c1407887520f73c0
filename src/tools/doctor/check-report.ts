import type { Area, CheckEvent, Finding, Verdict } from "./finding.ts";

export interface AreaReport extends Area {
  readonly findings: readonly Finding[];
}

export class CheckReport {
  readonly #areas = new Map<string, Area & { readonly findings: Finding[] }>();

  take(event: CheckEvent): void {
    if (event.kind === "begun") {
      for (const area of event.areas) this.#areas.set(area.id, { ...area, findings: [] });
    } else if (event.kind === "found") {
      this.#areas.get(event.area)?.findings.push(event.finding);
    }
  }

  get areas(): readonly AreaReport[] {
    return [...this.#areas.values()];
  }

  get counts(): Readonly<Record<Verdict, number>> {
    const counts = { good: 0, note: 0, warning: 0, fault: 0, skipped: 0 };
    for (const { findings } of this.#areas.values()) {
      for (const { verdict } of findings) counts[verdict] += 1;
    }
    return counts;
  }

  /** Whether nothing is broken; a warning is no fault yet. */
  get isWell(): boolean {
    return this.counts.fault === 0;
  }
}
