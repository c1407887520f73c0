import { setImmediate as immediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { nextTurn } from "../../src/lib/turns.ts";

/** Work that takes so long each, one after another as far as the turns let it; returns what was done in each turn. */
async function worked(
  count: number,
  eachMs: number,
  canWait = (_number: number) => false,
): Promise<number[][]> {
  let now = 1000;
  const clock = { now: () => now };
  const done: number[] = [];
  const all = Array.from({ length: count }, async (_, number) => {
    const turn = nextTurn(clock, canWait(number));
    if (turn !== undefined) await turn;
    done.push(number);
    now += eachMs;
  });
  const turns = [done.slice()];
  while (done.length < count) {
    const before = done.length;
    await immediate();
    turns.push(done.slice(before));
  }
  await Promise.all(all);
  return turns;
}

describe("work in turns", () => {
  it("lets the sockets be looked at after fifty milliseconds, and is done in the order in which it came", async () => {
    expect(await worked(7, 20)).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
  });

  it("comes after all other if it can wait, but for one in each turn", async () => {
    const isOdd = (number: number): boolean => number % 2 === 1;
    expect(await worked(12, 20, isOdd)).toEqual([
      [0, 1, 2],
      [3, 4, 6],
      [5, 8, 10],
      [7, 9, 11],
    ]);
  });

  it("goes on at once when there was a pause", async () => {
    let now = 0;
    const clock = { now: () => now };
    expect(nextTurn(clock)).toBeUndefined();
    now = 60;
    expect(nextTurn(clock)).toBeInstanceOf(Promise);
    await immediate();
    await immediate();
    expect(nextTurn(clock)).toBeUndefined();
  });
});
