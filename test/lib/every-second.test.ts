import { expect, it } from "vitest";
import { everySecond } from "../../src/lib/every-second.ts";
import { FakeClock } from "../support/fake-clock.ts";

it("wakes the process once for all that happens every second, and every few seconds", async () => {
  const clock = new FakeClock();
  const counts = { one: 0, other: 0, fifth: 0 };
  const ends = [
    everySecond(clock, () => (counts.one += 1)),
    everySecond(clock, () => (counts.other += 1)),
    everySecond(clock, () => (counts.fifth += 1), 5),
  ];
  expect(clock.pending).toBe(1);
  await clock.advance(10_000);
  expect([counts, clock.pending]).toEqual([{ one: 10, other: 10, fifth: 2 }, 1]);
  for (const end of ends.splice(1)) end();
  await clock.advance(1000);
  expect([counts, clock.pending]).toEqual([{ one: 11, other: 10, fifth: 2 }, 1]);
  ends[0]?.();
  expect(clock.pending).toBe(0);
  everySecond(clock, () => (counts.one += 1))();
  await clock.advance(2000);
  expect([counts.one, clock.pending]).toEqual([11, 0]);
});
