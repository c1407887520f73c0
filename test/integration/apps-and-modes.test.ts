import { describe, expect } from "vitest";
import { startSimulator } from "../../src/tools/simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed, rejected } from "../support/bridge/outcomes.ts";

const still = { now: () => 1_000_000 };

const it = withBridge(still);

describe("an app", () => {
  it("is opened by its package or its label", async ({ sim, bridged }) => {
    await bridged.waitFor(
      "app/options",
      JSON.stringify([
        { package: "org.example.store", label: "Video store" },
        { package: "org.example.radio", label: "Web radio" },
      ]),
    );
    expect(await bridged.set("app", "org.example.radio")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("app", "video STORE")).toMatchObject({ outcome: "applied" });
    expect(sim.player.openedApps).toEqual(["org.example.radio", "org.example.store"]);
  });

  it("that cannot be opened is rejected, and nothing is sent", async ({ sim, bridged }) => {
    expect(await bridged.set("app", "Launcher")).toMatchObject({
      outcome: "rejected",
      reason: 'unknown app: the player has 2 apps, none is "Launcher"',
    });
    expect(sim.traffic.count("openApp")).toBe(0);
  });

  it("that the player refuses to open is failed", async ({ sim, bridged }) => {
    await using _fault = sim.behaviors.add("status:805@openApp") as unknown as AsyncDisposable;
    expect(await bridged.set("app", "Web radio")).toMatchObject(failed("body status 805"));
  });

  it("is not asked for again where the player has no list of them", async () => {
    await using sim = await startSimulator({ ...still, preset: "audio" });
    await using bridged = await Bridged.start(sim);
    await until(() => sim.traffic.count("getApps") > 0);
    expect(await bridged.set("app", "Web radio")).toMatchObject(rejected("this player has no apps"));
    await bridged.set("mute", "on");
    expect(sim.traffic.count("getApps")).toBe(1);
  });
});

describe("the zoom of a film", () => {
  it("is one of those that the player offers, and is read back", async ({ sim, bridged }) => {
    await until(() => bridged.payload("video/zoom/options")?.includes("16:9") === true);
    await bridged.waitFor("video/zoom/name", "Fit");
    expect(await bridged.set("video/zoom", "fill")).toMatchObject({ outcome: "applied" });
    expect([bridged.payload("video/zoom"), bridged.payload("video/zoom/name")]).toEqual(["Fill", "Fill"]);
    expect(await bridged.set("video/zoom", "2")).toMatchObject({ outcome: "unchanged" });
    expect(sim.traffic.count("setZoom")).toBe(1);
    expect(await bridged.set("video/zoom", "Panorama")).toMatchObject({ outcome: "rejected" });
    sim.player.video.stop();
    expect(await bridged.set("video/zoom", "Fit")).toMatchObject(rejected("no video plays"));
  });

  it("is asked for with the film that begins after a player was found idle", async ({ sim }) => {
    sim.player.video.stop();
    await using bridged = await Bridged.settled(sim);
    await bridged.waitFor("video/state", "idle");
    sim.player.video.playEntry(0);
    await until(() => bridged.payload("video/zoom/options")?.includes("16:9") === true);
    expect(bridged.payload("video/zoom/name")).toBe("Fit");
  });
});

describe("the play mode of films", () => {
  it("is set, and read back", async ({ bridged }) => {
    await bridged.waitFor("video/play-mode/name", "Whole folder");
    expect(await bridged.set("video/play-mode", "repeat one")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("video/play-mode")).toBe("Repeat one");
  });
});
