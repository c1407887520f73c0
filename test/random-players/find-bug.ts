import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { bluosCase } from "./bluos/arbitrary.ts";
import { type House, playHouse } from "./play-house.ts";
import { wiimCase } from "./wiim/arbitrary.ts";
import { weighed } from "./words.ts";
import { anyCase } from "./zidoo/arbitrary.ts";

/** How many houses are played, and where. */
export interface Search {
  readonly seed: number;
  readonly runs: number;
  readonly mqttUrl: string;
  /** In a house. */
  readonly mostPlayers: number;
  /** After this time, no other house begins. */
  readonly forMs?: number;
}

/** A broken promise, in the shortest history that breaks it; as it was at first if that does not happen again. */
export interface Find {
  readonly house: House;
  readonly problems: readonly string[];
}

const settings = fc.record({
  window: fc.constantFrom(1, 5, 50),
  publish: fc.constantFrom("window", "all"),
  fields: fc.constantFrom("essential", "all"),
});
const anyone = fc.oneof(weighed(3, anyCase), weighed(2, bluosCase), weighed(2, wiimCase));

/** While a history is made shorter, an attempt that breaks the promise, too, costs the second. */
export const patienceMs = { search: 500_000, shrink: 100_000 };
const shrinkForMs = 60_000;
const longestProblem = 500;

/** Plays houses made at random until one breaks a promise. */
export async function findBug(search: Search): Promise<Find | undefined> {
  const { seed, runs, mqttUrl, mostPlayers, forMs = Infinity } = search;
  const cases = fc.array(anyone, { minLength: 1, maxLength: mostPlayers, size: "max" });
  const houses = fc.record({ settings, cases });
  const play = (house: House, goal: keyof typeof patienceMs): Promise<string[]> =>
    playHouse(house, mqttUrl, patienceMs[goal]);
  const end = performance.now() + forMs;
  for (const [place, house] of fc.sample(houses, { seed, numRuns: runs }).entries()) {
    if (place > 0 && performance.now() > end) return undefined;
    const problems = await play(house, "search");
    if (problems.length > 0) return await shortened(house, problems);
  }
  return undefined;

  async function shortened(broken: House, first: readonly string[]): Promise<Find> {
    const isBroken = async (house: House): Promise<boolean> => (await play(house, "shrink")).length > 0;
    const endShrinking = performance.now() + shrinkForMs;
    const shrink = fc.asyncProperty(
      houses,
      async (house) => performance.now() > endShrinking || !(await isBroken(house)),
    );
    const interrupt = { interruptAfterTimeLimit: 2 * shrinkForMs };
    // With the first player alone, if that breaks the promise as well.
    const examples: [House][] = broken.cases.map((one) => [{ ...broken, cases: [one] }]);
    examples.push([broken]);
    const found = await fc.check(shrink, { examples, numRuns: examples.length, ...interrupt });
    const house = found.counterexample?.[0] ?? broken;
    const problems = await play(house, "search");
    if (problems.length > 0) return { house, problems };
    return { house: broken, problems: first.map((problem) => `${problem} (did not happen again)`) };
  }
}

/** A find in two lines: the first difference, and a file with the others and the house, which may have 100 KB. */
export async function reportFind(find: Find, seed: number): Promise<string> {
  const [first = "", ...others] = find.problems;
  const file = join(await mkdtemp(join(tmpdir(), "random-players-")), `${seed}.json`);
  await writeFile(file, JSON.stringify(find, undefined, 1));
  const shown = first.length > longestProblem ? `${first.slice(0, longestProblem)}…` : first;
  const more = others.length === 0 ? "" : ` (further differences: ${others.length})`;
  return `seed ${seed}: ${shown}${more}\nagain: npm run random-players -- --find ${file}`;
}
