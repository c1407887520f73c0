import { describe, expect, it } from "vitest";
import { climb, type Try } from "../../bench/support/climb.ts";

interface Made extends Try {
  readonly players: number;
}

/** What keeps up with so many, and guesses as well as it is told to; and all that was tried of it. */
function subject(capacity: number, guess: (players: number, holds: boolean) => number) {
  const tried: number[] = [];
  const attempt = (players: number): Promise<Made> => {
    tried.push(players);
    const holds = players <= capacity;
    return Promise.resolve({ players, holds, guess: guess(players, holds) });
  };
  return { tried, attempt };
}

const bounds = { first: 4000, largest: 8000, nearness: 1.1, mostSteps: 12 };

describe("the search for the greatest number that holds", () => {
  it.each([30, 900, 2100, 3999, 4000, 5700, 7900])(
    "finds %i nearly, up or down, without any guess",
    async (capacity) => {
      const { tried, attempt } = subject(capacity, (players) => players);
      const { best, failed } = await climb({ ...bounds, mostSteps: 40 }, attempt);
      expect(best?.players).toBeLessThanOrEqual(capacity);
      expect(failed?.players).toBeGreaterThan(capacity);
      expect(failed?.players).toBeLessThanOrEqual((best?.players ?? 0) * 1.1);
      expect(new Set(tried).size).toBe(tried.length);
    },
  );

  it("is short where guesses are good", async () => {
    const { tried, attempt } = subject(2100, (_players, holds) => (holds ? 2250 : 1980));
    const { best, failed } = await climb(bounds, attempt);
    expect([tried, best?.players, failed?.players]).toEqual([[4000, 1980, 2250, 2111], 1980, 2111]);
  });

  it("is not led astray by guesses that are far off", async () => {
    for (const guess of [0, 1, 1e9]) {
      const { attempt } = subject(2100, () => guess);
      const { best } = await climb({ ...bounds, mostSteps: 20 }, attempt);
      expect(best?.players).toBeGreaterThan(1900);
    }
  });

  it("ends at the largest that is asked for, at single ones, and at none", async () => {
    const all = subject(1e6, (players) => players * 3);
    expect((await climb(bounds, all.attempt)).failed).toBeUndefined();
    expect(all.tried).toEqual([4000, 8000]);
    const one = subject(1, (players) => players / 2);
    expect(await climb({ ...bounds, first: 5 }, one.attempt)).toMatchObject({
      best: { players: 1 },
      failed: { players: 2 },
    });
    const none = subject(0, (players) => players / 2);
    expect(await climb({ ...bounds, first: 2 }, none.attempt)).toMatchObject({
      best: undefined,
      failed: { players: 1 },
    });
  });

  it("ends when it has tried often enough, or has no time, and has tried once in any case", async () => {
    const often = subject(10, (players) => players);
    await climb({ ...bounds, mostSteps: 3 }, often.attempt);
    expect(often.tried).toHaveLength(3);
    const late = subject(10, (players) => players);
    await climb(bounds, late.attempt, () => false);
    expect(late.tried).toEqual([4000]);
  });
});
