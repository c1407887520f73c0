import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rendezvous } from "../../src/core/fleet.ts";

const names = Array.from({ length: 10_000 }, (_, index) => `player-${index}`);

function shares(count: number, of: readonly string[] = names): number[] {
  const found = Array.from({ length: count }, () => 0);
  for (const name of of) {
    const node = rendezvous(name, count);
    found[node] = (found[node] ?? 0) + 1;
  }
  return found;
}

describe("rendezvous hashing", () => {
  it.each([2, 3, 5, 8, 16, 50])("gives each of %i nodes its share", (count) => {
    const fair = names.length / count;
    // Five standard deviations of fair dice: a bad hash is far outside, a good one never is.
    const tolerated = 5 * Math.sqrt(fair * (1 - 1 / count));
    for (const share of shares(count)) expect(Math.abs(share - fair)).toBeLessThan(tolerated);
  });

  it("gives shares to names of every kind, also to those that differ in one place only", () => {
    for (const letter of ["a", "z", "0"]) {
      const alike = Array.from(
        { length: 2600 },
        (_, index) => `${letter}${String(index).padStart(4, "0")}-room`,
      );
      for (const share of shares(4, alike))
        expect(Math.abs(share - 650)).toBeLessThan(5 * Math.sqrt(650 * 0.75));
    }
  });

  it.each([1, 2, 3, 7, 20])(
    "moves a fair share to the new node when %i become one more, and nothing else",
    (count) => {
      const moved = names.filter((name) => rendezvous(name, count) !== rendezvous(name, count + 1));
      for (const name of moved) expect(rendezvous(name, count + 1)).toBe(count);
      const fair = names.length / (count + 1);
      expect(Math.abs(moved.length - fair)).toBeLessThan(5 * Math.sqrt(fair));
    },
  );

  it("knows a node for every name, and moves it to a new node or not at all", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 200 }), (name, count) => {
        const [before, after] = [rendezvous(name, count), rendezvous(name, count + 1)];
        expect(before).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThan(count);
        expect([before, count]).toContain(after);
      }),
    );
  });

  it("never changes its mind: versions that run side by side agree", () => {
    const pinned = ["living-room", "cinema", "den", "attic", "player"].map((name) => [
      name,
      ...[1, 2, 3, 5, 16].map((count) => rendezvous(name, count)),
    ]);
    expect(pinned).toEqual([
      ["living-room", 0, 1, 1, 4, 4],
      ["cinema", 0, 1, 1, 4, 4],
      ["den", 0, 0, 2, 3, 15],
      ["attic", 0, 1, 1, 1, 1],
      ["player", 0, 1, 2, 2, 9],
    ]);
  });
});
