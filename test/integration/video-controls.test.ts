import { describe, expect } from "vitest";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed } from "../support/bridge/outcomes.ts";

const it = withBridge();

describe("a video", () => {
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

  it("offers other tracks if it changes, and none after its end", async ({ sim, bridged }) => {
    const title = "English AAC 2.0 channel 48,0KHz";
    await bridged.set("video/playback", "next");
    await bridged.waitFor("video/audio-track/options", JSON.stringify([{ value: title, title, index: 0 }]));
    await bridged.set("video/playback", "stop");
    await bridged.waitFor("video/audio-track/options", "[]");
    expect(sim.player.video.state).toBe("stopped");
  });

  it("is asked for its zoom when it begins after a player was found idle", async ({ sim }) => {
    sim.player.video.stop();
    await using bridged = await Bridged.settled(sim);
    await bridged.waitFor("video/state", "idle");
    sim.player.video.playEntry(0);
    await until(() => bridged.payload("video/zoom/options")?.includes("16:9") === true);
    expect(bridged.payload("video/zoom/name")).toBe("Fit");
  });
});

describe("a failing control", () => {
  it("is not sent again without an answer, and its effect is read back", async ({ sim, bridged }) => {
    sim.behaviors.add("truncated@changevideo");
    expect(await bridged.set("video/playback", "next")).toMatchObject({ outcome: "applied" });
    sim.behaviors.clear();
    sim.behaviors.add("reset@changevideo");
    expect(await bridged.set("video/playback", "next")).toMatchObject(
      failed(expect.stringMatching(/^unreachable/)),
    );
    expect(sim.traffic.count("changevideo")).toBe(2);
  });
});
