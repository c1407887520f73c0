import { array, assert, constant, integer, oneof, property, record } from "fast-check";
import { expect, it } from "vitest";
import { type Seen, seenSeconds, withPart } from "../../../src/core/history/seen.ts";
import { Evening } from "./watching.ts";

const length = 3000;

const seconds = (max: number) => integer({ min: 1, max });

const act = oneof(
  { weight: 6, arbitrary: seconds(400).map((value) => ["play", value] as const) },
  record({ to: integer({ min: 0, max: length }) }).map(({ to }) => ["seek", to] as const),
  seconds(7200).map((value) => ["pause", value] as const),
  seconds(300).map((value) => ["freeze", value] as const),
  seconds(4000).map((value) => ["restart", value] as const),
  integer({ min: -90_000, max: 90_000 }).map((value) => ["jumpClock", value] as const),
  constant(["stop", 0] as const),
  constant(["away", 0] as const),
);

function trueParts(evening: Evening): Seen {
  return evening.played.reduce<Seen>(withPart, []);
}

/** Whole seconds, a poll's delay, and a jump that is smaller than these. */
const blur = 5;
/** The clocks of bridge and player may differ by so much. */
const clockTolerance = 0.01;

it("counts nothing that was not played, and misses little of what was", () => {
  assert(
    property(array(act, { maxLength: 40 }), (acts) => {
      const evening = new Evening(length);
      for (const [name, value] of acts) {
        if (name === "stop") evening.see("nothing");
        else if (name === "away") evening.see("away");
        else evening[name](value);
      }
      const watched = evening.watched.filter(({ kind }) => kind === "watched");
      expect(new Set(watched.map(({ id }) => id)).size).toBe(watched.length);
      // A film that began again is another viewing, of which nothing may have been told yet.
      const current = evening.watch.history.films[0]?.id;
      if (evening.watched.some(({ id }) => id !== current)) return;
      const truth = trueParts(evening);
      const restarts = acts.filter(([name]) => name === "restart").map(([, away]) => away);
      let assumed = 0;
      for (const [from, to] of evening.seen) {
        const inside = truth.some(([start, end]) => from >= start - blur && to <= end + blur);
        // Parts that touch within the blur may be joined.
        const near = truth.filter(([start, end]) => end >= from - blur && start <= to + blur);
        const gaps = near.slice(1).map(([start], place) => start - (near[place]?.[1] ?? start));
        // What is found where it would be, had it played on meanwhile, has.
        const isLikely = (gap: number): boolean =>
          gap <= blur || restarts.some((away) => Math.abs(gap - away) <= blur + away * clockTolerance);
        expect(inside || gaps.every(isLikely)).toBe(true);
        if (!inside) assumed += gaps.reduce((sum, gap) => sum + gap, 0);
      }
      const missed = seenSeconds(truth) - seenSeconds(evening.seen);
      expect(missed).toBeLessThanOrEqual(acts.length * 4 + restarts.length * 62 + 1);
      const least = watched.length > 0 ? length * 0.9 - acts.length * blur - assumed : 0;
      expect(seenSeconds(truth)).toBeGreaterThanOrEqual(least);
    }),
    { numRuns: 100 },
  );
});

it("tells each viewing in a sensible order", () => {
  assert(
    property(array(act, { maxLength: 40 }), (acts) => {
      const evening = new Evening(length);
      for (const [name, value] of acts) {
        if (name === "stop") evening.see("nothing");
        else if (name === "away") evening.see("away");
        else if (name !== "restart") evening[name](value);
      }
      for (const id of new Set(evening.watched.map((event) => event.id))) {
        const own = evening.watched.filter((event) => event.id === id);
        const kinds = own.map(({ kind }) => kind);
        expect(kinds[0]).toBe("started");
        expect(kinds.filter((kind) => kind === "started")).toHaveLength(1);
        expect(kinds.filter((kind) => kind === "watched").length).toBeLessThanOrEqual(1);
        const states = kinds.filter((kind) => kind !== "watched");
        states.forEach((kind, place) => expect(kind).not.toBe(states[place + 1]));
        for (const { fraction } of own) {
          expect(fraction).toBeGreaterThanOrEqual(0);
          expect(fraction).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});
