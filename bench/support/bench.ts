import type { Workshop } from "./programs.ts";

/** The thoroughness of a run. */
export interface Pace {
  readonly rounds: number;
  /** A quick look instead of a measurement: shorter windows, fewer sizes. */
  readonly isQuick: boolean;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface GoalCheck {
  /** Its number in docs/dev/performance.md. */
  readonly goal: number;
  readonly what: string;
  readonly wanted: string;
  readonly reached: string;
  readonly holds: boolean;
}

/** The results of a benchmark. */
export interface Report {
  readonly tables: readonly Table[];
  readonly goals: readonly GoalCheck[];
}

export interface Benchmark {
  readonly name: string;
  readonly about: string;
  /** The document with its tables, if it is another than docs/dev/performance.md. */
  readonly document?: string;
  readonly run: (workshop: Workshop, pace: Pace) => Promise<Report>;
}

export function atMost(goal: number, what: string, limit: number, figure: number, unit = ""): GoalCheck {
  return {
    goal,
    what,
    wanted: `≤ ${limit}${unit}`,
    reached: `${short(figure)}${unit}`,
    holds: figure <= limit,
  };
}

export function atLeast(goal: number, what: string, limit: number, figure: number, unit = ""): GoalCheck {
  return {
    goal,
    what,
    wanted: `≥ ${limit}${unit}`,
    reached: `${short(figure)}${unit}`,
    holds: figure >= limit,
  };
}

/** A figure with its significant digits. */
export function short(figure: number): string {
  if (!Number.isFinite(figure)) return "–";
  const digits = Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2;
  return figure.toFixed(digits);
}

/** Logs progress to stderr, which is not part of the result. */
export function progress(text: string): void {
  console.error(`  ${new Date().toISOString().slice(11, 19)} ${text}`);
}
