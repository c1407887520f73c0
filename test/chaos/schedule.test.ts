import { afterEach, describe, expect, it, vi } from "vitest";
import { parseBehavior } from "../../simulator/zidoo/parse-behavior.ts";
import { otherWishes } from "./wishes.ts";
import { planEpisode } from "./plan-episode.ts";
import { type Act, digestOf, planStorm, type Storm } from "./schedule.ts";

const numbers = Array.from({ length: 30 }, (_, number) => number);
const plan = (seed: number): Storm[] => numbers.map((number) => planStorm(seed, number));

function acts<Kind extends Act["kind"]>(kind: Kind): Extract<Act, { kind: Kind }>[] {
  return plan(7)
    .flat()
    .filter((act): act is Storm[number] & Extract<Act, { kind: Kind }> => act.kind === kind);
}

describe("the schedule of the fault harness", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("depends on the seed alone, not on chance or the clock", () => {
    const before = plan(1);
    const forbid = (): never => {
      throw new Error("a schedule must not depend on this");
    };
    vi.spyOn(Math, "random").mockImplementation(forbid);
    vi.spyOn(Date, "now").mockImplementation(forbid);
    vi.spyOn(performance, "now").mockImplementation(forbid);
    expect(plan(1)).toEqual(before);
    expect(digestOf(plan(1))).toBe(digestOf(before));
  });

  it("has events of every kind, and only faults that the simulator knows", () => {
    expect(
      new Set(
        plan(7)
          .flat()
          .map(({ kind }) => kind),
      ).size,
    ).toBe(7);
    const behaviors = new Set(acts("fault").map(({ behavior }) => behavior));
    expect(behaviors.size).toBeGreaterThan(24);
    for (const text of behaviors) expect(parseBehavior(text).times).toBeGreaterThan(0);
    expect([...behaviors]).toEqual(expect.arrayContaining(["ignoreSelection*1", "lies*1"]));
  });

  it("uses every control of every player", () => {
    const wanted = new Set(acts("command").map(({ target, request }) => `${target} ${request}`));
    for (const { target, request } of otherWishes) expect(wanted).toContain(`${target} ${request}`);
  });
});

describe("the episodes of the fault harness", () => {
  it("are of every kind in twelve storms of any seed, and each seed has its own", () => {
    for (const seed of [1, 2, 3]) {
      const planned = numbers.slice(0, 12).map((number) => planEpisode(seed, number));
      expect(new Set(planned.map(({ kind }) => kind)).size).toBe(11);
    }
    expect(planEpisode(1, 5)).toEqual(planEpisode(1, 5));
    expect(numbers.map((number) => planEpisode(1, number))).not.toEqual(
      numbers.map((number) => planEpisode(2, number)),
    );
  });
});
