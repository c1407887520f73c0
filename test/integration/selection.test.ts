import { describe, expect } from "vitest";
import { input } from "../../simulator/zidoo/preset.ts";
import { Bridged } from "../support/bridge/bridged.ts";
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
