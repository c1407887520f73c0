import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bridgeNameOf, memberOf } from "../../src/core/fleet.ts";
import { SimulatedFleet } from "./simulated-fleet.ts";

const players = Array.from({ length: 12 }, (_, index) => `player-${index}`);
const names = ["a", "b", "c", "d"];

const deed = fc.record({
  afterMs: fc.integer({ min: 0, max: 20_000 }),
  name: fc.constantFrom(...names),
  what: fc.constantFrom("start", "kill", "leave", "break", "freeze", "wake"),
  forMs: fc.integer({ min: 100, max: 40_000 }),
});

type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

/** Without deeds that lose what a member has not read yet. */
const orderlyDeed = fc.record({
  afterMs: fc.integer({ min: 0, max: 20_000 }),
  name: fc.constantFrom("a", "b", "c"),
  what: fc.constantFrom("start", "leave"),
  forMs: fc.constant(0),
} as const);

/** One that starts a second time and leaves at once, together with another. */
const leavesAtOnce = [
  { afterMs: 19_901, name: "a", what: "start", forMs: 0 },
  { afterMs: 1, name: "c", what: "start", forMs: 0 },
  { afterMs: 13_701, name: "c", what: "leave", forMs: 0 },
  { afterMs: 0, name: "c", what: "start", forMs: 0 },
  { afterMs: 0, name: "c", what: "leave", forMs: 0 },
  { afterMs: 201, name: "a", what: "leave", forMs: 0 },
] satisfies Deed[];

/** Ten commands are sent in each second. */
const commandEveryMs = 100;

function play(deeds: readonly Deed[], seed: number, first: readonly string[] = []) {
  let state = seed;
  const fleet = new SimulatedFleet(() => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % 400;
  });
  const isUp = (name: string): boolean => fleet.members.get(name)?.isDead === false;
  const runWithCommands = (ms: number): void => {
    for (let left = ms; left > 0; left -= commandEveryMs) {
      fleet.command(players[fleet.answers.length % players.length] ?? "");
      fleet.run(Math.min(left, commandEveryMs), players);
    }
  };
  for (const name of first) {
    fleet.start(name, players);
    fleet.run(10_000, players);
  }
  for (const { afterMs, name, what, forMs } of deeds) {
    const member = fleet.members.get(name);
    if (what === "start") {
      if (!isUp(name)) fleet.start(name, players);
    } else if (what === "kill") member?.kill();
    else if (what === "leave") member?.leave();
    else if (what === "break") member?.breakConnection(forMs);
    else if (what === "freeze") member?.freeze();
    else member?.wake();
    runWithCommands(afterMs);
  }
  for (const member of fleet.members.values()) member.wake();
  fleet.run(120_000, players);
  return { fleet, up: names.filter(isUp) };
}

/** Commands with another outcome than one of the member that had to answer, unless that one has lost the command. */
function wrongAnswers({ answers, asked, losses }: SimulatedFleet) {
  return asked.flatMap(({ at, isUnclear, name }, number) => {
    const names = answers[number] ?? [];
    // It may wait for its claim, or for the loop of the player.
    const isLost = losses.some((loss) => loss.name === name && at >= loss.from - 10_000 && at <= loss.to);
    const isRight =
      names.length === 0 ? name === undefined || isLost : names.length === 1 && names[0] === name;
    return isRight || isUnclear ? [] : [{ number, at, name, names }];
  });
}

const numRuns = Number(process.env["FLEET_RUNS"] ?? 60);

describe("a fleet of simulated members", () => {
  it("polls each player once at most whatever happens, and by the member of the hash in the end", () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 14 }), fc.integer({ min: 1 }), (deeds, seed) => {
        const { fleet, up } = play(deeds, seed);
        expect(fleet.clashes).toEqual([]);
        expect(wrongAnswers(fleet)).toEqual([]);
        for (const id of players) {
          const wanted = memberOf(id, up.map(bridgeNameOf))?.replace("bridge-", "");
          expect([id, fleet.pollersOf(id)]).toEqual([id, wanted === undefined ? [] : [wanted]]);
        }
      }),
      { numRuns },
    );
  });

  it("answers each command once while members come and leave", () => {
    fc.assert(
      fc.property(fc.array(orderlyDeed, { maxLength: 14 }), fc.integer({ min: 1 }), (deeds, seed) => {
        const { fleet } = play(deeds, seed, ["d"]);
        expect(wrongAnswers(fleet)).toEqual([]);
        expect(fleet.answers.filter(({ length }) => length !== 1)).toEqual([]);
      }),
      { numRuns, examples: [[leavesAtOnce, 2_147_483_640]] },
    );
  });
});
