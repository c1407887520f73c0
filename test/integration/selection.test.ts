import { describe, expect } from "vitest";
import { input } from "../../simulator/zidoo/preset.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";

const it = withBridge();

describe("a selection", () => {
  it.for(["A/B", "50% & more=?", "two words", "größe#1", "日本", "+", "a%20b", "‮evil", '"quoted"'])(
    "reaches the player unchanged if its tag is %s",
    async (tag, { sim }) => {
      sim.player.audio.inputs.push(input(tag, "Odd one"));
      await using bridged = await Bridged.settled(sim);
      const result = await bridged.select("input", JSON.stringify({ tag }));
      expect(result).toMatchObject({ outcome: "applied", tag, request: tag });
      expect(sim.player.audio.input?.tag).toBe(tag);
    },
  );
});

describe("a flood of selections", () => {
  it("ends with the last one, and each has one outcome", async ({ sim, bridged }) => {
    const before = bridged.subscriber.results.length;
    const tags = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? "RCA" : "SPDIF"));
    await Promise.all(
      tags.map((tag, transaction) =>
        bridged.subscriber.send("player2mqtt/den/audio/output/set", JSON.stringify({ tag, transaction })),
      ),
    );
    const results = await until(() => {
      const since = bridged.subscriber.results.slice(before);
      return since.length >= tags.length && since;
    });
    expect(results.map(({ transaction }) => Number(transaction)).toSorted((a, b) => a - b)).toEqual([
      ...tags.keys(),
    ]);
    expect(results.at(-1)).toMatchObject({
      transaction: 199,
      outcome: expect.stringMatching(/applied|unchanged/),
    });
    expect(bridged.payload("audio/output")).toBe("SPDIF");
    expect(sim.player.audio.output?.tag).toBe("SPDIF");
  });
});
