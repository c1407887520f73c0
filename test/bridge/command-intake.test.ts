import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CommandIntake } from "../../src/bridge/command-intake.ts";
import { FakeClock } from "../support/fake-clock.ts";

/** An intake whose commands take a millisecond of work each; what it did, and what it skipped. */
function desk() {
  let workedMs = 0;
  const clock = Object.assign(new FakeClock(), { worked: () => workedMs });
  const done: string[] = [];
  const skipped: ReadonlyMap<string, number>[] = [];
  const intake = new CommandIntake({ clock, onSkipped: (counts) => skipped.push(counts) });
  const take = (lane: string, count = 1): void => {
    for (let taken = 0; taken < count; taken += 1) {
      intake.take(lane, () => {
        workedMs += 1;
        done.push(lane);
      });
    }
  };
  return { clock, intake, done, skipped, take };
}

describe("the intake of commands", () => {
  it("does two milliseconds of work in a turn, and the rest in later ones, player by player", async () => {
    const { done, take } = desk();
    take("den", 8);
    take("kitchen", 2);
    expect(done).toEqual(["den", "den"]);
    await nextTurn();
    expect(done.slice(2)).toEqual(["den", "kitchen"]);
    await nextTurn();
    expect(done.slice(4)).toEqual(["den", "kitchen"]);
    await nextTurn();
    await nextTurn();
    expect(done.slice(6)).toEqual(["den", "den", "den", "den"]);
  });

  it("counts what comes faster than it can be answered, for each player, and says so once a second", async () => {
    const { clock, done, skipped, take } = desk();
    take("den", 5000);
    take("kitchen");
    while (done.length < 201) await nextTurn();
    expect(done.filter((lane) => lane === "kitchen")).toHaveLength(1);
    expect(skipped).toEqual([]);
    await clock.advance(1000);
    expect(skipped).toEqual([new Map([["den", 4800]])]);
    take("den", 150);
    await clock.advance(1000);
    expect(skipped.slice(1)).toEqual([new Map([["den", 50]])]);
    expect(clock.pending).toBe(0);
  });

  it("keeps a thousand commands at most, and gives up those of whoever has most of them", async () => {
    const { done, intake, skipped, take } = desk();
    for (let player = 0; player < 10; player += 1) take(`player-${player}`, 200);
    take("kitchen", 3);
    intake.report();
    const [counts = new Map<string, number>()] = skipped;
    expect([...counts.keys()].every((lane) => lane.startsWith("player-"))).toBe(true);
    const left = 2003 - [...counts.values()].reduce((sum, one) => sum + one, 0);
    while (done.length < left) await nextTurn();
    expect(left).toBe(1002);
    expect(done.filter((lane) => lane === "kitchen")).toHaveLength(3);
  });

  it("reports at its end what nobody was told yet, without a timer that stays", () => {
    const { clock, intake, skipped, take } = desk();
    take("den", 201);
    intake.report();
    intake.report();
    expect([skipped, clock.pending]).toEqual([[new Map([["den", 1]])], 0]);
  });
});
