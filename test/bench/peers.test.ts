import { describe, expect, it } from "vitest";
import { askForFirstTopics } from "../../bench/support/first-topics.ts";
import { readsOf } from "../../bench/support/job.ts";

describe("the peers of a benchmark", () => {
  it("are each asked for a first topic, and one that does not start fails alone and says why", async () => {
    const checks = await askForFirstTopics(["plain", "Go", "asyncio"], async (peer) => {
      if (peer === "Go") throw new Error("Go has ended: 1");
      return { firstMs: 112.4 };
    });
    expect(checks.map(({ what, wanted, reached, holds }) => [what, wanted, reached, holds])).toEqual([
      ["plain starts", "a first topic", "one after 112 ms", true],
      ["Go starts", "a first topic", "Go has ended: 1", false],
      ["asyncio starts", "a first topic", "one after 112 ms", true],
    ]);
  });

  it.each(["active", "resting"] as const)("read at intervals with their fractions, %s", (life) => {
    const [music] = readsOf("audio", life);
    expect(music?.intervalMs).toBeGreaterThan(1000);
    expect(Number.isInteger(music?.intervalMs)).toBe(false);
  });
});
