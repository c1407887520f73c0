import { describe, expect } from "vitest";
import { startSimulator } from "../../src/tools/simulator/zidoo/start-simulator.ts";
import { input } from "../../src/tools/simulator/zidoo/preset.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";

const it = withBridge();

describe("a selection", () => {
  it.each([
    ["by tag", "HDMI2", "HDMI2"],
    ["by display name", "Optical / coaxial", "SPDIF"],
    ["by JSON", '{"tag": "RCA", "transaction": "a1"}', "RCA"],
    ["by JSON with a display name", '{"tag": "Line out"}', "RCA"],
    ["by tag in another case", "hdmi2", "HDMI2"],
    ["by display name in another case", "LINE OUT", "RCA"],
    ["by a tag in quotes", '"SPDIF"', "SPDIF"],
  ])("is made %s", async (_how, payload, tag) => {
    await using sim = await startSimulator();
    await using bridged = await Bridged.settled(sim);
    const result = await bridged.select("output", payload);
    expect(result).toMatchObject({ command: "audio/output", outcome: "applied", tag });
    expect(sim.player.audio.output?.tag).toBe(tag);
    expect(bridged.payload("audio/output")).toBe(tag);
  });

  it("by display name selects the intended one of two twins", async () => {
    await using sim = await startSimulator({ preset: "twins" });
    await using bridged = await Bridged.settled(sim);
    expect(await bridged.select("input", "Digital in (SPDIF1)")).toMatchObject({ tag: "SPDIF1" });
    expect(await bridged.select("input", "Digital in")).toMatchObject({ tag: "SPDIF" });
    expect(await bridged.select("output", "Line out")).toMatchObject({ outcome: "applied", tag: "RCA" });
  });

  it.each(["A/B", "50% & more=?", "two words", "größe#1", "日本", "+", "a%20b", "‮evil", '"quoted"'])(
    "reaches the player unchanged if its tag is %s",
    async (tag) => {
      await using sim = await startSimulator();
      sim.player.audio.inputs.push(input(tag, "Odd one"));
      await using bridged = await Bridged.settled(sim);
      const result = await bridged.select("input", JSON.stringify({ tag }));
      expect(result).toMatchObject({ outcome: "applied", tag, request: tag });
      expect(sim.player.audio.input?.tag).toBe(tag);
    },
  );

  it("returns the sender's transaction", async ({ bridged }) => {
    expect(await bridged.select("input", '{"tag": "BT", "transaction": 7}')).toMatchObject({
      transaction: 7,
    });
  });

  it("is sent even if it is current already, and ends as unchanged", async ({ sim, bridged }) => {
    expect(await bridged.select("input", "XMOS")).toMatchObject({ outcome: "unchanged", tag: "XMOS" });
    expect(sim.traffic.count("setInputList")).toBe(1);
  });

  it("is not sent for a disabled output; the reason lists the enabled ones", async ({ sim, bridged }) => {
    expect(await bridged.select("output", "USB")).toMatchObject({
      outcome: "rejected",
      reason: expect.stringMatching(
        /^disabled output: "USB converter".*HDMI main, HDMI audio, Optical \/ coaxial, Line out$/,
      ),
    });
    expect(sim.traffic.count("setOutInputList")).toBe(0);
  });

  it("is not sent for an unknown tag; the reason lists the known ones", async ({ sim, bridged }) => {
    expect(await bridged.select("output", "HDMI3")).toMatchObject({
      outcome: "rejected",
      request: "HDMI3",
      reason: expect.stringMatching(
        /^unknown output: .*"HDMI3".*HDMI main, HDMI audio, Optical \/ coaxial, Line out$/,
      ),
    });
    expect(sim.traffic.count("setOutInputList")).toBe(0);
  });

  it("is published well within a second, usually in a few milliseconds", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim, { speed: 1, args: { "device.gapMs": "150" } });
    const took: number[] = [];
    for (let round = 0; round < 20; round++) {
      const tag = round % 2 === 0 ? "RCA" : "HDMI";
      const since = performance.now();
      await bridged.subscriber.send("player2mqtt/den/audio/output/set", tag);
      await until(() => bridged.payload("audio/output") === tag);
      took.push(performance.now() - since);
    }
    const inOrder = took.toSorted((a, b) => a - b);
    console.log(`state changes after a selection: median ${inOrder[10]?.toFixed(1)} ms`);
    expect(inOrder.at(-1)).toBeLessThan(1000);
  });
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
