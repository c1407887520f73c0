import { describe, expect } from "vitest";
import { startSimulator } from "../../src/tools/simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed, rejected } from "../support/bridge/outcomes.ts";

const tenTimes = { now: () => performance.now() * 10 };

const it = withBridge();

describe("a video", () => {
  it("is paused, resumed and stopped, without requests for a state it already has", async ({
    sim,
    bridged,
  }) => {
    expect(await bridged.set("video/playback", "pause")).toMatchObject({
      command: "video/playback",
      request: "pause",
      outcome: "applied",
    });
    expect(bridged.payload("video/state")).toBe("paused");
    expect(await bridged.set("video/playback", "pause")).toMatchObject({ outcome: "unchanged" });
    expect(sim.traffic.count("changeStatus")).toBe(1);
    expect(await bridged.set("video/playback", "Play")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("video/playback", "stop")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("video/state")).toBe("idle");
    expect(await bridged.set("video/playback", "play")).toMatchObject(rejected("no video plays"));
    expect(sim.traffic.count("changeStatus")).toBe(3);
  });

  it("is controlled by the player's current state, not by the last poll", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim, { args: { "poll.video": "0 0 1 1 *" } });
    sim.player.video.pause();
    expect(await bridged.set("video/playback", "pause")).toMatchObject({ outcome: "unchanged" });
    expect(sim.traffic.count("changeStatus")).toBe(0);
  });

  it("skips to the next and the previous one, once for each command", async ({ sim, bridged }) => {
    expect(await bridged.set("video/playback", "next")).toMatchObject({ outcome: "applied" });
    await bridged.waitFor("video/title", "Moss, Slowly — a documentary");
    expect(await bridged.set("video/playback", "previous")).toMatchObject({ outcome: "applied" });
    await bridged.waitFor("video/title", "The Lighthouse Ledger");
    await bridged.waitFor("video/playlist/current", "The Lighthouse Ledger");
    expect(sim.traffic.count("changevideo")).toBe(2);
  });

  it("skips from chapter to chapter", async ({ bridged }) => {
    expect(await bridged.set("video/playback", "next-chapter")).toMatchObject({ outcome: "applied" });
    expect(Number(bridged.payload("video/position"))).toBeGreaterThanOrEqual(60);
    expect(await bridged.set("video/playback", "next-chapter")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("video/playback", "previous-chapter")).toMatchObject({ outcome: "applied" });
    expect(Number(bridged.payload("video/position"))).toBeLessThan(120);
  });

  it("seeks to a position and by steps, never beyond its end", async () => {
    await using sim = await startSimulator({ now: () => 1_000_000 });
    await using bridged = await Bridged.settled(sim);
    expect(await bridged.set("video/position", "90")).toMatchObject({ outcome: "applied" });
    expect(sim.player.video.positionMs).toBe(90_000);
    expect(await bridged.set("video/position", "+30")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("video/position", '{"value": "-10", "transaction": 7}')).toMatchObject({
      outcome: "applied",
      transaction: 7,
    });
    expect(bridged.payload("video/position")).toBe("110");
    expect(await bridged.set("video/position", "300")).toMatchObject(
      rejected("out of range: 300 is not within 0 to 240 seconds"),
    );
    expect(await bridged.set("video/position", "+200")).toMatchObject({ outcome: "rejected" });
    expect(await bridged.set("video/position", "-500")).toMatchObject({ outcome: "applied" });
    expect(sim.player.video.positionMs).toBe(0);
    expect(await bridged.set("video/position", "later")).toMatchObject(
      rejected("malformed: expected seconds such as 90, or a step such as +30 or -10"),
    );
    const seeks = sim.traffic.requests.filter(({ operation }) => operation === "seekVideo");
    expect(seeks.map(({ query }) => query)).toEqual([
      "positon=90000",
      "positon=120000",
      "positon=110000",
      "positon=0",
    ]);
  });

  it("accepts a subtitle by index, by title, and off", async ({ bridged }) => {
    await bridged.waitFor(
      "video/subtitle/options",
      JSON.stringify([
        { index: 0, title: "off" },
        { index: 1, title: "English  Internal PGS" },
        { index: 2, title: "Íslenska(Full)  External SRT" },
      ]),
    );
    expect(await bridged.set("video/subtitle", "2")).toMatchObject({ outcome: "applied" });
    await bridged.waitFor("video/subtitle", "Íslenska(Full)  External SRT (2/2)");
    expect(await bridged.set("video/subtitle", "english  internal pgs")).toMatchObject({
      outcome: "applied",
    });
    expect(await bridged.set("video/subtitle", "1")).toMatchObject({ outcome: "unchanged" });
    expect(await bridged.set("video/subtitle", "off")).toMatchObject({ outcome: "applied" });
    await bridged.waitFor("video/subtitle", undefined);
    expect(await bridged.set("video/subtitle", "Klingon")).toMatchObject(
      rejected(expect.stringContaining("0 off, 1 English  Internal PGS")),
    );
  });

  it("accepts an audio track, counted from 0", async ({ sim, bridged }) => {
    expect(await bridged.set("video/audio-track", "1")).toMatchObject({ outcome: "applied" });
    await bridged.waitFor("video/audio-track", "Íslenska AC3 5.1 channel 48,0KHz (2/2)");
    expect(sim.player.video.current?.audioTrack).toBe(1);
  });

  it("offers other tracks if it changes, and none after its end", async ({ sim, bridged }) => {
    await bridged.set("video/playback", "next");
    await bridged.waitFor(
      "video/audio-track/options",
      JSON.stringify([{ index: 0, title: "English AAC 2.0 channel 48,0KHz" }]),
    );
    await bridged.set("video/playback", "stop");
    await bridged.waitFor("video/audio-track/options", "[]");
    expect(sim.player.video.state).toBe("stopped");
  });

  it("is selected from the playlist by index or title", async ({ bridged }) => {
    expect(await bridged.set("video/playlist", "2")).toMatchObject({ outcome: "applied" });
    await bridged.waitFor("video/title", "Paper Comets in 3D");
    expect(await bridged.set("video/playlist", "The Lighthouse Ledger")).toMatchObject({
      outcome: "applied",
    });
    await bridged.waitFor("video/title", "The Lighthouse Ledger");
    expect(await bridged.set("video/playlist", "3")).toMatchObject({ outcome: "rejected" });
    expect(await bridged.set("video/playlist", "Nothing")).toMatchObject({ outcome: "rejected" });
  });
});

describe("a failing control", () => {
  it("fails if the player answers success and does nothing", async () => {
    await using sim = await startSimulator(tenTimes);
    await using bridged = await Bridged.settled(sim);
    sim.behaviors.add("bare@changeStatus");
    expect(await bridged.set("video/playback", "pause")).toMatchObject(
      failed("not applied: the player still shows playing"),
    );
    expect(sim.traffic.count("changeStatus")).toBe(1);
  });

  it("is not sent again without an answer, and its effect is read back", async () => {
    await using sim = await startSimulator(tenTimes);
    await using bridged = await Bridged.settled(sim);
    sim.behaviors.add("truncated@changevideo");
    expect(await bridged.set("video/playback", "next")).toMatchObject({ outcome: "applied" });
    sim.behaviors.clear();
    sim.behaviors.add("reset@changevideo");
    expect(await bridged.set("video/playback", "next")).toMatchObject(
      failed(expect.stringMatching(/^unreachable/)),
    );
    expect(sim.traffic.count("changevideo")).toBe(2);
  });

  it("becomes unsupported if the player lacks the operation, and the reason says so", async ({
    sim,
    bridged,
  }) => {
    sim.behaviors.add("status:405@playVideo");
    expect(await bridged.set("video/playlist", "1")).toMatchObject(
      failed("the player reports that it has no such operation"),
    );
    expect(bridged.json("info")).toMatchObject({ controls: { "video/playlist": "unsupported" } });
    expect(await bridged.set("video/playlist", "1")).toMatchObject(
      rejected("this player has no video playlist"),
    );
    expect(sim.traffic.count("playVideo")).toBe(1);
    sim.behaviors.clear();
    await bridged.refresh();
    expect(await bridged.set("video/playlist", "1")).toMatchObject({ outcome: "applied" });
    expect(bridged.json("info")).toMatchObject({ controls: { "video/playlist": "supported" } });
  });

  it("is never sent to a player without video", async () => {
    await using sim = await startSimulator({ preset: "audio" });
    await using bridged = await Bridged.settled(sim);
    for (const control of ["video/playback", "video/position", "video/subtitle", "video/playlist"] as const) {
      expect(bridged.json("info")).toMatchObject({ controls: { [control]: "unsupported" } });
      expect(await bridged.set(control, control === "video/playback" ? "play" : "1")).toMatchObject(
        rejected(expect.stringMatching(/^this player has no /)),
      );
    }
    expect(sim.traffic.requests.filter(({ path }) => path.includes("VideoPlay/change"))).toEqual([]);
  });

  it("can have a custom path for this player", async ({ sim }) => {
    const paths = JSON.stringify({ setVideoState: "/{p}VideoPlay/pauseOrPlay" });
    await using bridged = await Bridged.settled(sim, { args: { "controls.paths": paths } });
    expect(await bridged.set("video/playback", "pause")).toMatchObject({ outcome: "failed" });
    expect(sim.traffic.requests.map(({ path }) => path)).toContain("/DeviceVideoPlay/pauseOrPlay");
  });
});
