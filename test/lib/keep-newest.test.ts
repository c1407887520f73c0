import { expect, it } from "vitest";
import { keepNewest } from "../../src/lib/keep-newest.ts";

it("what is kept again is the newest of a map, of which the oldest is forgotten", () => {
  const kept = new Map<string, number>();
  for (const [index, key] of ["a", "b", "a", "c"].entries()) keepNewest(kept, key, index, 2);
  expect([...kept]).toEqual([
    ["a", 2],
    ["c", 3],
  ]);
});
