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

function play(deeds: readonly Deed[], seed: number) {
  let state = seed;
  const fleet = new SimulatedFleet(() => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % 400;
  });
  const isUp = (name: string): boolean => fleet.members.get(name)?.isDead === false;
  for (const { afterMs, name, what, forMs } of deeds) {
    const member = fleet.members.get(name);
    if (what === "start") {
      if (!isUp(name)) fleet.start(name, players);
    } else if (what === "kill") member?.kill();
    else if (what === "leave") member?.leave();
    else if (what === "break") member?.breakConnection(forMs);
    else if (what === "freeze") member?.freeze();
    else member?.wake();
    fleet.run(afterMs, players);
  }
  for (const member of fleet.members.values()) member.wake();
  fleet.run(120_000, players);
  return { fleet, up: names.filter(isUp) };
}

describe("a fleet of simulated members", () => {
  it("polls each player once at most whatever happens, and by the member of the hash in the end", () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 14 }), fc.integer({ min: 1 }), (deeds, seed) => {
        const { fleet, up } = play(deeds, seed);
        expect(fleet.clashes).toEqual([]);
        for (const id of players) {
          const wanted = memberOf(id, up.map(bridgeNameOf))?.replace("bridge-", "");
          expect([id, fleet.pollersOf(id)]).toEqual([id, wanted === undefined ? [] : [wanted]]);
        }
      }),
      { numRuns: Number(process.env["FLEET_RUNS"] ?? 60) },
    );
  });
});
