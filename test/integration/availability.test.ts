import { describe, expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

describe("a sleeping player", () => {
  it("is offline after the configured failures, keeps its values, and is logged once", async () => {
    await using sim = await startSimulator({ now: () => 1_000_000 });
    await using bridged = await Bridged.settled(sim, { args: { "device.offlineAfter": "3" } });
    await sim.sleep();
    await bridged.waitFor("availability", "offline");
    const polled = bridged.log.lines.length;
    expect(bridged.log.saying("player is offline")).toMatchObject([
      { level: "warn", fields: { player: "den", reason: expect.stringContaining("ECONNREFUSED") } },
    ]);
    expect(bridged.payload("video/title")).toBe("The Lighthouse Ledger");
    await bridged.refresh();
    await bridged.refresh();
    const news = bridged.log.lines.slice(polled).filter(({ message }) => !message.startsWith("command "));
    expect(news).toEqual([]);
  });
});

describe("one of two players", () => {
  const dead = { "device.timeoutMs": "4000", "device.gapMs": "20" };

  it.each(["hang", "reset", "slow:3000", "off"])(
    "is polled and commanded as usual while the other one is dead (%s)",
    async (fault) => {
      await using sick = await startSimulator();
      await using well = await startSimulator();
      if (fault === "off") await sick.sleep();
      else sick.behaviors.add(fault);
      await using bridged = await Bridged.start([well, sick], { speed: 1, args: dead });
      await bridged.refresh();
      if (fault !== "off") await until(() => sick.traffic.count() > 0);
      const polls = well.traffic.count();
      const took: number[] = [];
      for (let round = 0; round < 10; round++) {
        const { outcome, durationMs } = await bridged.select("output", round % 2 === 0 ? "RCA" : "HDMI");
        expect(outcome).toBe("applied");
        took.push(durationMs);
      }
      expect(took.toSorted((a, b) => a - b)[5]).toBeLessThan(250);
      await until(() => well.traffic.count() >= polls + 4);
      expect(bridged.payload("availability")).toBe("online");
      expect(bridged.payload("availability", "attic")).not.toBe("online");
      sick.behaviors.clear();
    },
  );
});
