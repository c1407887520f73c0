import { expect, it } from "vitest";
import { playedPart, type Seen, seenSeconds, withPart } from "../../../src/core/history/seen.ts";

it("parts that touch are one, and what was seen before counts once", () => {
  const seen = [
    [0, 10],
    [20, 30],
    [5, 12],
    [30, 31],
    [15, 15],
  ] as const;
  expect(seen.reduce<Seen>(withPart, [])).toEqual([
    [0, 12],
    [20, 31],
  ]);
});

it.each([
  { when: "it is further than the time by no more than players are", passed: 1, to: 102, slack: 0 },
  { when: "it is further", passed: 1, to: 103, isSeen: false },
  { when: "no time passed", passed: 0, to: 101, slack: 0 },
  { when: "it stands still", before: { slackSeconds: 0 }, passed: 1, to: 100, slack: 1 },
  { when: "it is behind for a short time", passed: 15, to: 105 },
  { when: "it is nearly where a long time brings it", passed: 100, to: 196 },
  { when: "it is behind for a long time", passed: 100, to: 195, isSeen: false },
  { when: "it went back", passed: 1, to: 99, isSeen: false },
  {
    when: "only the date tells that it is behind",
    before: { isRemembered: true },
    passed: 5,
    to: 101,
    isSeen: false,
  },
  { when: "the date went back", before: { isRemembered: true }, passed: -1, to: 101, isSeen: false },
  { when: "it was paused", before: { isPlaying: false }, passed: 1, to: 101, isSeen: false },
  { when: "it is not told", passed: 1, to: undefined, isSeen: false },
  { when: "it was not told", before: { positionSeconds: undefined }, passed: 1, to: 101, isSeen: false },
])("what lies between two positions: $when", ({ before, passed, to, isSeen = true, slack = 2 }) => {
  const first = { positionSeconds: 100, at: 0, isPlaying: true, slackSeconds: 1, isRemembered: false };
  expect(
    playedPart({ ...first, ...before }, { isPlaying: true, positionSeconds: to }, passed * 1000),
  ).toEqual({
    part: isSeen ? [100, to] : undefined,
    sample: { ...first, positionSeconds: to, at: passed * 1000, slackSeconds: slack },
  });
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
