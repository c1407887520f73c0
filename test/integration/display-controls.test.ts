import { describe, expect } from "vitest";
import type { Simulator } from "../../simulator/zidoo/start-simulator.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed } from "../support/bridge/outcomes.ts";

const queriesOf = ({ traffic }: Simulator, name: string): string[] =>
  traffic.requests.filter(({ operation }) => operation === name).map(({ query }) => query);

const it = withBridge({ preset: "audio", now: () => 1_000_000 });

describe("the display of a player", () => {
  it("reports a knob that stays as it was", async ({ sim, bridged }) => {
    await bridged.waitFor("display/knob", "128");
    if (sim.player.display !== undefined) sim.player.display.ignoresKnob = true;
    expect(await bridged.set("display/knob", "10")).toMatchObject(
      failed("not applied: the player still shows brightness 128"),
    );
    expect(sim.traffic.count("setKnobBrightness")).toBe(1);
  });

  it("shows meters, spectrum or neither, and toggles only as far as the player's answers say", async ({
    sim,
    bridged,
  }) => {
    await bridged.waitFor("display/show", "off");
    const words = ["off", "meters", "spectrum"].map((value) => ({ value, title: value }));
    await bridged.waitFor("display/show/options", JSON.stringify(words));
    const toggles = (): string[] => queriesOf(sim, "changVUDisplay").splice(0);
    expect(await bridged.set("display/show", "off")).toMatchObject({ outcome: "unchanged" });
    // A side that was never ready takes two calls.
    expect(await bridged.set("display/show", "Spectrum")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("display/show")).toBe("spectrum");
    expect(await bridged.set("display/show", "spectrum")).toMatchObject({ outcome: "unchanged" });
    expect(toggles()).toEqual(["openType=1", "openType=1"]);
    expect(await bridged.set("display/show", "meters")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("display/show", "spectrum")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("display/show", "off")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("display/show")).toBe("off");
    expect(toggles().slice(2)).toEqual(["openType=0", "openType=0", "openType=1", "openType=1"]);
    expect(await bridged.set("display/show", "cover")).toMatchObject({ outcome: "rejected" });
    // Somebody else has switched it on meanwhile: nothing is sent.
    Object.assign(sim.player.display?.sides ?? {}, { vuDisplayMode: 3 });
    expect(await bridged.set("display/show", "meters")).toMatchObject({ outcome: "unchanged" });
    expect(toggles()).toHaveLength(6);
  });

  it("is toggled at most three times where it shows nothing", async ({ sim, bridged }) => {
    await bridged.waitFor("display/show", "off");
    using _dead = sim.behaviors.add("status:200@changVUDisplay");
    expect(await bridged.set("display/show", "meters")).toMatchObject(
      failed("not applied: the player still shows off"),
    );
    expect(sim.traffic.count("changVUDisplay")).toBe(3);
  });
});
