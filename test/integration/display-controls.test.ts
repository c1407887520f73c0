import { describe, expect } from "vitest";
import { newDisplay } from "../../src/tools/simulator/zidoo/display.ts";
import { type Simulator, startSimulator } from "../../src/tools/simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed, rejected } from "../support/bridge/outcomes.ts";

const audio = { preset: "audio", now: () => 1_000_000 } as const;
const reads = [
  "getScreenBrightness",
  "getKnobBrightness",
  "getKnobLightColorList",
  "getVUModeList",
  "getSpPlayModeList",
] as const;

const queriesOf = ({ traffic }: Simulator, name: string): string[] =>
  traffic.requests.filter(({ operation }) => operation === name).map(({ query }) => query);

const it = withBridge(audio);

describe("the display of a player", () => {
  it.each([115, 255])("has a brightness up to the %i that the player reports", async (max) => {
    await using sim = await startSimulator(audio);
    sim.player.display = newDisplay(max);
    await using bridged = await Bridged.settled(sim);
    await bridged.waitFor("display/brightness/range", JSON.stringify({ min: 0, max }));
    expect(bridged.payload("display/brightness")).toBe("80");
    expect(await bridged.set("display/brightness", "20")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("display/brightness")).toBe("20");
    expect(await bridged.set("display/brightness", "20")).toMatchObject({ outcome: "unchanged" });
    expect(await bridged.set("display/brightness", "-30")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("display/brightness", "+500")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("display/brightness", String(max + 1))).toMatchObject(
      rejected(`out of range: ${max + 1} is not within 0 to ${max}`),
    );
    expect(queriesOf(sim, "setScreenBrightness")).toEqual(["index=20", "index=0", `index=${max}`]);
  });

  it.each(["setVUMode", "setVUModeList"])(
    "has its meters set by %s where the player says so",
    async (name) => {
      await using sim = await startSimulator(audio);
      sim.player.display = newDisplay(115, name);
      await using bridged = await Bridged.settled(sim);
      await bridged.waitFor(
        "display/meters/options",
        '[{"index":0,"title":"Walnut"},{"index":1,"title":"Night blue"},{"index":2,"title":"2031 (2)"}]',
      );
      expect(await bridged.set("display/meters", "night blue")).toMatchObject({ outcome: "applied" });
      expect(bridged.payload("display/meters")).toBe("Night blue");
      expect(await bridged.set("display/meters", "1")).toMatchObject({ outcome: "unchanged" });
      expect(queriesOf(sim, name)).toEqual(["index=1"]);
      expect(await bridged.set("display/meters", "Teak")).toMatchObject({
        outcome: "rejected",
        reason:
          'unknown style of the meters: there is no "Teak", the player has 0 Walnut, 1 Night blue, 2 2031 (2)',
      });
    },
  );

  it("has a color of the knob and a style of the spectrum", async ({ sim, bridged }) => {
    await bridged.waitFor("display/knob-color", "Ice");
    expect(await bridged.set("display/knob-color", "Amber (3)")).toMatchObject({ outcome: "applied" });
    expect(sim.player.display?.colors.current).toBe(3);
    expect(await bridged.set("display/spectrum", "Wave")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("display/spectrum")).toBe("Wave");
  });

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
    await bridged.waitFor("display/show/options", '["off","meters","spectrum"]');
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

  it("is set where the owner says, whatever the player says", async ({ sim }) => {
    const args = { "controls.paths": '{"setMeterStyle":"/SystemSettings/displaySettings/setVUModeList"}' };
    await using bridged = await Bridged.settled(sim, { args });
    await bridged.waitFor("display/meters", "Walnut");
    expect(await bridged.set("display/meters", "1")).toMatchObject({ outcome: "failed" });
    expect([sim.traffic.count("setVUModeList"), sim.traffic.count("setVUMode")]).toEqual([1, 0]);
  });
});

describe("a player without a display", () => {
  it.each(["body", "http"] as const)("is asked once for each part of it (%s)", async (refuseWith) => {
    await using sim = await startSimulator({ preset: "video", now: () => 1_000_000, refuseWith });
    await using bridged = await Bridged.start(sim);
    await until(() => reads.every((name) => sim.traffic.count(name) > 0));
    expect(await bridged.set("display/brightness", "20")).toMatchObject(
      rejected("this player has no brightness of the screen"),
    );
    expect(await bridged.set("display/show", "meters")).toMatchObject({ outcome: "rejected" });
    await bridged.set("video/playback", "pause");
    expect(reads.map((name) => sim.traffic.count(name))).toEqual([1, 1, 1, 1, 1]);
    expect(bridged.payload("display/brightness")).toBeUndefined();
  });
});
