import { describe, expect } from "vitest";
import type { Simulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";

const radio = {
  playType: 6,
  title: "Night Tide",
  artist: "Harbour Radio",
  album: "Live",
  picture: "https://pictures.example.net/tide.jpg?key=secret",
  isPlaying: true,
  positionMs: 12_300,
  durationMs: 0,
};

const queries = ({ traffic }: Simulator, operation: string): string[] =>
  traffic.requests.filter((request) => request.operation === operation).map(({ query }) => query);

const it = withBridge({ preset: "audio", now: () => 1_000_000 });

describe("music", () => {
  it("never merges two skips into one", async ({ sim, bridged }) => {
    for (const _time of [1, 2, 3])
      await bridged.subscriber.send("player2mqtt/den/music/playback/set", "next");
    await until(() => bridged.subscriber.results.filter(({ outcome }) => outcome === "applied").length === 4);
    expect(sim.player.music.index).toBe(3);
  });

  it("plays in the requested order", async ({ sim, bridged }) => {
    expect(bridged.payload("music/mode")).toBe("list");
    for (const mode of ["single", "shuffle", "list"]) {
      expect(await bridged.set("music/mode", mode)).toMatchObject({ outcome: "applied" });
      expect(bridged.payload("music/mode")).toBe(mode);
    }
    expect(queries(sim, "setLoopMode")).toEqual(["loop=1", "loop=2", "loop=0"]);
    sim.player.loopMode = 3;
    await bridged.refresh();
    await bridged.waitFor("music/mode", "other");
  });

  it("shows the audible source, not the last track of the internal player", async ({ sim, bridged }) => {
    sim.player.externalSource = radio;
    await bridged.waitFor("music/title", "Night Tide");
    expect(bridged.payload("music/artist")).toBe("Harbour Radio");
    expect(bridged.payload("music/source")).toBe("network");
    expect(bridged.payload("music/position")).toBe("12");
    expect(bridged.payload("music/duration")).toBeUndefined();
    expect(bridged.payload("music/picture")).toBe("https://pictures.example.net/tide.jpg");
    expect(bridged.json("music/track")).toMatchObject({ source: "network", title: "Night Tide" });
    sim.player.externalSource = { ...radio, playType: 4, title: "", artist: "", album: "", picture: "" };
    await bridged.waitFor("music/source", "bluetooth");
    await bridged.waitFor("music/title", undefined);
    sim.player.externalSource = undefined;
    await bridged.waitFor("music/title", "Amber Ferry");
  });
});

describe("the volume", () => {
  it("is never set above controls.maxVolume", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim, { args: { "controls.maxVolume": "35" } });
    const loud = {
      outcome: "rejected",
      reason: "too loud: controls.maxVolume is 35 percent, which is level 70",
    };
    expect(await bridged.set("volume", "36")).toMatchObject(loud);
    expect(await bridged.set("volume/level", "71")).toMatchObject(loud);
    expect(await bridged.set("volume", "+50")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("volume", "+1")).toMatchObject(loud);
    expect(await bridged.set("key", "VolumeUp")).toMatchObject({ outcome: "rejected" });
    expect(queries(sim, "setDevicesVolume")).toEqual(["volume=70"]);
    expect(sim.player.keys).toEqual([]);
  });

  it("is rejected while the player does not let it be set", async ({ sim, bridged }) => {
    for (const [restriction, reason] of [
      ["lock", "the player reports that its volume is locked"],
      ["disabled", "the player reports that its volume cannot be set"],
    ] as const) {
      sim.player.volumeRestriction = restriction;
      expect(await bridged.set("volume", "40")).toMatchObject({ outcome: "rejected", reason });
      expect(bridged.payload("volume/range")).toBeUndefined();
      expect(bridged.payload("volume")).toBe("30");
    }
    expect(sim.traffic.count("setDevicesVolume")).toBe(0);
    sim.player.volumeRestriction = undefined;
    expect(await bridged.set("volume", "40")).toMatchObject({ outcome: "applied" });
    expect(bridged.json("volume/range")).toEqual({ min: 0, max: 200 });
  });
});
