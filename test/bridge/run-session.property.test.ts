import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Play, plot } from "../support/bridge/play.ts";

it("any interleaving of commands, answers, faults and ticks gives each command exactly one outcome, and applied only to what the player really did", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.boolean(), plot, async (isNew, actions) => {
      const play = await Play.begin(isNew);
      for (const one of actions) await play.act(one);
      await play.end();
      expect(play.problems).toEqual([]);
      for (const outcome of play.outcomes) seen.add(outcome);
    }),
    { numRuns: 500, examples: fc.sample(fc.tuple(fc.boolean(), plot), { seed: 5, numRuns: 5 }) },
  );
  // A property that never meets what it speaks of holds for nothing. The examples alone meet all of it.
  expect(seen).toEqual(new Set(["applied", "expired", "failed", "rejected", "superseded", "unchanged"]));
});
