import { setImmediate as immediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { nextTurn } from "../../src/lib/turns.ts";

/** Work that takes so long each, one after another as far as the turns let it; returns what was done in each turn. */
async function worked(count: number, eachMs: number): Promise<number[]> {
  let now = 1000;
  const clock = { now: () => now };
  const done: number[] = [];
  const all = Array.from({ length: count }, async (_, number) => {
    const turn = nextTurn(clock);
    if (turn !== undefined) await turn;
    done.push(number);
    now += eachMs;
  });
  const counts = [done.length];
  while (done.length < count) {
    await immediate();
    counts.push(done.length);
  }
  await Promise.all(all);
  expect(done).toEqual(Array.from(done.keys()));
  return counts;
}

describe("work in turns", () => {
  it("is done at once while there is little of it", async () => {
    expect(await worked(100, 0)).toEqual([100]);
  });

  it("lets the sockets be looked at after fifty milliseconds, and is done in the order in which it came", async () => {
    expect(await worked(12, 20)).toEqual([3, 6, 9, 12]);
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
