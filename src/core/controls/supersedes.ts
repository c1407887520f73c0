import { type Command, isControl } from "./command.ts";
import { controls } from "./table.ts";

/** The last of two wishes for the same thing counts; a step is a step, and counts as well. */
export function supersedes(newer: Command, older: Command): boolean {
  if (!isControl(newer) || newer.target !== older.target) return false;
  const { isStep } = controls[newer.target];
  return !isStep(newer.request) && !isStep(older.request);
}
