import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Find } from "./find-bug.ts";

const longestProblem = 500;

/** A find in two lines: the first difference, and a file with the others and the house, which may have 100 KB. */
export async function reportFind(find: Find, seed: number, folder = tmpdir()): Promise<string> {
  const [first = "", ...others] = find.problems;
  const file = join(await mkdtemp(join(folder, "random-players-")), `${seed}.json`);
  await writeFile(file, JSON.stringify(find, undefined, 1));
  const shown = first.length > longestProblem ? `${first.slice(0, longestProblem)}…` : first;
  const more = others.length === 0 ? "" : ` (further differences: ${others.length})`;
  return `seed ${seed}: ${shown}${more}\nagain: npm run random-players -- --find ${file}`;
}
