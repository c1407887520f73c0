import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scheduledResourceNames, resourceNames } from "../../src/core/resources/player.ts";
import { type Fate, runLoop } from "./small-loop.ts";

const minute = 60_000;
const shows = (tag: string): Fate => ({ ms: 20, ends: { shows: tag } });

const anyFate: fc.Arbitrary<Fate> = fc.record({
  ms: fc.constantFrom(0, 5, 40, 900, 5000),
  ends: fc.oneof(
    fc.constantFrom<Fate["ends"][]>(
      "unchanged",
      "absent",
      "confused",
      "refused",
      "unsupported",
      "unreachable",
      "broken",
      "malformed",
    ),
    fc.constantFrom("XMOS", "BT", "EARC").map((tag) => ({ shows: tag })),
  ),
});

const anyFates = fc.array(anyFate, { minLength: 1, maxLength: 30 });

const cycle =
  (fates: readonly Fate[]) =>
  (_resource: unknown, turn: number): Fate =>
    fates[turn % fates.length] ?? shows("XMOS");

/** The player's music state has its volume, so no other one is read. */
const polledNames = scheduledResourceNames.filter((name) => name !== "videoVolume");

describe("a loop of plan and advance", () => {
  it("never lets a due resource wait for more than each other one, twice", () => {
    fc.assert(
      fc.property(anyFates, (fates) => {
        expect(runLoop(5 * minute, cycle(fates)).longestQueue).toBeLessThanOrEqual(
          2 * (resourceNames.length - 1),
        );
      }),
    );
  });

  it("asks for everything again and again while the player answers", () => {
    const { reads } = runLoop(5 * minute, () => shows("XMOS"));
    for (const name of polledNames) {
      const count = reads.filter(({ resource }) => resource === name).length;
      expect(count).toBeGreaterThan(140);
      expect(count).toBeLessThan(155);
    }
  });

  it.each(["model", ...polledNames] as const)(
    "reads the others and stays online while only %s always times out",
    (broken) => {
      const fate = (resource: string): Fate =>
        resource === broken ? { ms: 5000, ends: "broken" } : shows("XMOS");
      const { reads, departures } = runLoop(5 * minute, fate);
      // A new player whose first request fails is offline until the second.
      expect(departures).toBe(broken === "model" ? 1 : 0);
      for (const name of polledNames.filter((one) => one !== broken)) {
        expect(reads.filter(({ resource }) => resource === name).length).toBeGreaterThan(20);
      }
    },
  );

  it("knocks at most once in 22 seconds at a player that is off", () => {
    const { reads } = runLoop(60 * minute, () => ({ ms: 0, ends: "unreachable" }));
    expect(reads.length).toBeLessThan(10 + (60 * minute) / 22_500);
    expect(reads.length).toBeGreaterThan((60 * minute) / 30_000);
  });

  it("keeps the gap between any two polls", () => {
    fc.assert(
      fc.property(anyFates, (fates) => {
        const { reads } = runLoop(minute, cycle(fates));
        const pauses = reads.slice(1).map(({ at }, index) => at - (reads[index]?.at ?? 0));
        expect(Math.min(150, ...pauses)).toBe(150);
      }),
    );
  });

  it("asks for a lacking family at most once until the player was away", () => {
    const lacks = (resource: string): Fate =>
      resource === "video" ? { ms: 5, ends: "unsupported" } : shows("XMOS");
    const { reads } = runLoop(5 * minute, lacks);
    expect(reads.filter(({ resource }) => resource === "video")).toHaveLength(1);
  });
});
