import { toPhrase } from "../../lib/phrase.ts";
import { isSameName } from "./choose.ts";
import { controls, type ControlName, controlNames, controlsCalled, lastLevelOf } from "./table.ts";
import type { StepOutcome } from "./effect.ts";

export interface PresetStep {
  readonly target: ControlName;
  /** A name that several controls share, if the step has one: what plays decides. */
  readonly called?: string;
  readonly request: string;
}

/** A named list of commands, carried out one after another. */
export interface Preset {
  readonly name: string;
  readonly steps: readonly PresetStep[];
  /** Whether the steps after a failed one are carried out. */
  readonly goesOn: boolean;
}

/** A preset as the configuration has it: its steps, or an object with more. */
type PresetSetting =
  | readonly string[]
  | { readonly steps: readonly string[]; readonly onFailure?: "stop" | "continue" | undefined };

export type PresetSettings = Readonly<Record<string, PresetSetting>>;

/** Words that stand for a whole step. */
const shortForms: Readonly<Record<string, string>> = { wake: "power on" };

export const stepWords: readonly string[] = [
  ...new Set([...Object.keys(shortForms), ...controlNames.map(lastLevelOf), ...controlNames]),
];

export interface StepProblem {
  readonly problem: string;
  readonly unknownWord?: string;
}

/** Parses a step such as `volume 30`: a control, by its topic or its last level, and a value. */
export function parseStep(text: string): PresetStep | StepProblem {
  const trimmed = text.trim();
  const [, word = "", request = ""] =
    /(\S+)\s*(.*)/s.exec(shortForms[trimmed.toLowerCase()] ?? trimmed) ?? [];
  const [target, ...others] = controlsCalled(word);
  if (target === undefined)
    return { problem: `there is no control ${JSON.stringify(word)}`, unknownWord: word };
  const { expected, parse } = controls[target];
  if (request === "") return { problem: `${target} needs a value: expected ${toPhrase(expected).text}` };
  const { problem } = parse(request);
  const called = others.length === 0 ? {} : { called: word };
  return problem === undefined ? { target, request, ...called } : { problem: `${target}: ${problem.text}` };
}

export function presetsOf(settings: PresetSettings): Preset[] {
  return Object.entries(settings).map(([name, preset]) => {
    const { steps, onFailure } = "steps" in preset ? preset : { steps: preset, onFailure: "stop" };
    const parsed = steps.map(parseStep).flatMap((step) => ("problem" in step ? [] : [step]));
    return { name, steps: parsed, goesOn: onFailure === "continue" };
  });
}

/** A preset by its name, or by its name regardless of case. */
export function findPreset(presets: readonly Preset[], called: string): Preset | undefined {
  return presets.find(({ name }) => name === called) ?? presets.find(({ name }) => isSameName(name, called));
}

/** Whether the steps after this one are carried out only if the preset goes on after failures. */
export function isFailure({ outcome }: StepOutcome): boolean {
  return outcome === "failed" || outcome === "rejected" || outcome === "expired";
}
