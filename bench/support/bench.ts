import type { Workshop } from "./programs.ts";

/** How thorough a run is. */
export interface Pace {
  readonly rounds: number;
  /** A look rather than a measurement: shorter windows, fewer sizes. */
  readonly isQuick: boolean;
}

/** A table of figures. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One goal, and how far it is reached. */
export interface GoalCheck {
  /** Its number in docs/performance.md. */
  readonly goal: number;
  readonly what: string;
  readonly wanted: string;
  readonly reached: string;
  readonly holds: boolean;
}

/** What a benchmark found. */
export interface Report {
  readonly tables: readonly Table[];
  readonly goals: readonly GoalCheck[];
}

/** One benchmark. */
export interface Benchmark {
  readonly name: string;
  readonly about: string;
  readonly run: (workshop: Workshop, pace: Pace) => Promise<Report>;
}

/** A goal that a figure must not be above. */
export function atMost(goal: number, what: string, limit: number, figure: number, unit = ""): GoalCheck {
  return {
    goal,
    what,
    wanted: `≤ ${limit}${unit}`,
    reached: `${short(figure)}${unit}`,
    holds: figure <= limit,
  };
}

/** A goal that a figure must not be below. */
export function atLeast(goal: number, what: string, limit: number, figure: number, unit = ""): GoalCheck {
  return {
    goal,
    what,
    wanted: `≥ ${limit}${unit}`,
    reached: `${short(figure)}${unit}`,
    holds: figure >= limit,
  };
}

/** A figure with as many digits as mean something. */
export function short(figure: number): string {
  if (!Number.isFinite(figure)) return "–";
  const digits = Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2;
  return figure.toFixed(digits);
}

/** A figure beside what it is measured against: `210 (1.05×)`. */
export function withRatio(figure: number, ratio: number): string {
  return Number.isFinite(ratio) && ratio !== 1 ? `${short(figure)} (${short(ratio)}×)` : short(figure);
}

/** Says how far it is, where nobody reads the result. */
export function progress(text: string): void {
  console.error(`  ${new Date().toISOString().slice(11, 19)} ${text}`);
}
