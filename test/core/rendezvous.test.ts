import { describe, expect, it } from "vitest";
import { bridgeNameOf, memberOf } from "../../src/core/rendezvous.ts";
import { isBridgeName, isPlayerId } from "../../src/core/topics/topics.ts";
import { hash32 } from "../../src/lib/hash.ts";

const names = Array.from({ length: 5000 }, (_, index) => `player-${index}`);

it("names of bridges are those of members, which no player can have", () => {
  expect([bridgeNameOf(""), bridgeNameOf("attic-1")]).toEqual(["bridge", "bridge-attic-1"]);
  for (const name of ["bridge", "bridge-0", "bridge-attic"]) {
    expect([isBridgeName(name), isPlayerId(name)]).toEqual([true, false]);
  }
  for (const id of ["bridge0", "my-bridge-0"])
    expect([isBridgeName(id), isPlayerId(id)]).toEqual([false, true]);
  expect([isBridgeName(`bridge-${"a".repeat(25)}`), isPlayerId("bridge-a_b")]).toEqual([false, false]);
});

describe("the hash", () => {
  const members = (count: number): string[] => Array.from({ length: count }, (_, index) => `house-${index}`);

  it.each([2, 3, 5, 16])("gives each of %i members its share, and a newcomer a share of each", (count) => {
    const fair = names.length / count;
    const [before, after] = [members(count), members(count + 1)];
    const shares = new Map<string | undefined, number>();
    for (const id of names) {
      const [member, next] = [memberOf(id, before), memberOf(id, after)];
      shares.set(member, (shares.get(member) ?? 0) + 1);
      expect([member, `house-${count}`]).toContain(next);
    }
    // Five standard deviations of fair dice: a bad hash is far outside, a good one never is.
    const tolerated = 5 * Math.sqrt(fair * (1 - 1 / count));
    for (const member of before) expect(Math.abs((shares.get(member) ?? 0) - fair)).toBeLessThan(tolerated);
  });

  it("never changes its mind: versions that run side by side agree", () => {
    const ids = ["living-room", "cinema", "den", "attic", "player"];
    expect(ids.map((id) => memberOf(id, ["a", "b", "c"])).join("")).toBe("abacc");
    expect(memberOf("den", [])).toBeUndefined();
  });

  it("decides by the names where two have the same hash", () => {
    const [first, second] = ["3rnw", "kpba"] as const;
    expect(hash32(bridgeNameOf(first))).toBe(hash32(bridgeNameOf(second)));
    for (const members of [
      [second, first],
      [first, second],
    ])
      expect(names.slice(0, 20).map((id) => memberOf(id, members))).toEqual(Array(20).fill(first));
  });
});
