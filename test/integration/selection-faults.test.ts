import { describe, expect } from "vitest";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed } from "../support/bridge/outcomes.ts";

const it = withBridge();

describe("a selection on a misbehaving player", () => {
  it.for(["reset", "truncated", "http:500", "html", "empty", "status:804", "status:805", "status:801"])(
    "has its true outcome if the selection meets %s",
    async (fault, { sim, bridged }) => {
      sim.behaviors.add(`${fault}@setOutInputList`);
      const { outcome, reason = "" } = await bridged.select("output", "RCA");
      // A truncated answer is cut after the player acted: the selection was made, and the list shows it.
      expect(outcome).toBe(sim.player.audio.output?.tag === "RCA" ? "applied" : "failed");
      expect(reason === "").toBe(outcome === "applied");
      await bridged.refresh();
      expect(bridged.payload("audio/output")).toBe(sim.player.audio.output?.tag);
      expect(bridged.payload("availability")).toBe("online");
    },
  );
});

describe("a selection made at the player", () => {
  it("does not become the outcome of a requested one", async ({ sim, bridged }) => {
    sim.behaviors.add("ignoreSelection");
    const asked = bridged.select("output", "RCA");
    await until(() => sim.traffic.count("setOutInputList") === 1);
    sim.player.audio.selectOutput("SPDIF");
    expect(await asked).toMatchObject(failed(expect.stringContaining("Optical")));
  });
});
