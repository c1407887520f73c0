import * as fc from "fast-check";
import { anyCase } from "./arbitrary.ts";
import { bluosCase } from "./bluos/arbitrary.ts";
import { type House, playHouse } from "./play-house.ts";
import { wiimCase } from "./wiim/arbitrary.ts";
import { weighed } from "./words.ts";

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

/** A bridge with players; several play at the same time. */
function anyHouse(mostPlayers: number): fc.Arbitrary<House> {
  const cases = fc.oneof(weighed(3, anyCase), weighed(2, bluosCase), weighed(2, wiimCase));
  return fc.record({
    settings,
    cases: fc.array(cases, { minLength: 1, maxLength: mostPlayers, size: "max" }),
  });
}

/** While a history is made shorter, an attempt that breaks the promise, too, costs the second. */
export const patienceMs = { search: 500_000, shrink: 100_000 };
const shrinkForMs = 60_000;

/** Plays houses made at random until one breaks a promise. */
export async function findBug({
  seed,
  runs,
  mqttUrl,
  mostPlayers,
  forMs = Infinity,
}: Search): Promise<Find | undefined> {
  const houses = anyHouse(mostPlayers);
  const broken = await firstBroken();
  if (broken === undefined) return undefined;
  const house = await shortest(await alone(broken.house));
  const problems = await problemsIn(house, "search");
  if (problems.length > 0) return { house, problems };
  return { ...broken, problems: broken.problems.map((problem) => `${problem} (did not happen again)`) };

  async function firstBroken(): Promise<Find | undefined> {
    const end = performance.now() + forMs;
    for (const [place, house] of fc.sample(houses, { seed, numRuns: runs }).entries()) {
      if (place > 0 && performance.now() > end) return undefined;
      const problems = await problemsIn(house, "search");
      if (problems.length > 0) return { house, problems };
    }
    return undefined;
  }

  /** The first player alone with whom the promise is broken as well; all of them if it takes several. */
  async function alone(house: House): Promise<House> {
    for (const one of house.cases) {
      const small = { ...house, cases: [one] };
      if ((await problemsIn(small, "shrink")).length > 0) return small;
    }
    return house;
  }

  async function shortest(house: House): Promise<House> {
    const end = performance.now() + shrinkForMs;
    const shrink = fc.asyncProperty(
      houses,
      async (shorter) => performance.now() > end || (await problemsIn(shorter, "shrink")).length === 0,
    );
    const found = await fc.check(shrink, {
      examples: [[house]],
      numRuns: 1,
      interruptAfterTimeLimit: 2 * shrinkForMs,
    });
    return found.counterexample?.[0] ?? house;
  }

  function problemsIn(house: House, goal: keyof typeof patienceMs): Promise<readonly string[]> {
    return playHouse(house, { mqttUrl, patienceMs: patienceMs[goal] });
  }
}
