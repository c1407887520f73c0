import { expect, it } from "vitest";
import { type Seen, seenSeconds, withPart } from "../../../src/core/history/seen.ts";

it("parts that touch are one, and what was seen before counts once", () => {
  const seen = [
    [0, 10],
    [20, 30],
    [5, 12],
    [30, 31],
    [12, 12],
  ] as const;
  expect(seen.reduce<Seen>(withPart, [])).toEqual([
    [0, 12],
    [20, 31],
  ]);
});

it("a film that is seen in very many pieces loses the shortest", () => {
  const pieces = Array.from(
    { length: 60 },
    (_, place) => [place * 10, place * 10 + 1 + (place % 5)] as const,
  );
  const seen = pieces.reduce<Seen>(withPart, []);
  expect(seen).toHaveLength(40);
  expect(seen.every(([from, to]) => to - from > 1)).toBe(true);
  expect(seenSeconds(seen)).toBeLessThanOrEqual(60 * 3);
});
