import { describe, expect } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed, rejected } from "../support/bridge/outcomes.ts";

const now = (): number => performance.now();

async function startOlder() {
  const sim = await startSimulator({ preset: "older", now });
  sim.player.video.stop();
  return sim;
}

const it = withBridge(startOlder);

describe("the music of an old film player", () => {
  it("is read by the first version of operations; the second is soon asked for no more", async ({
    sim,
    bridged,
  }) => {
    await bridged.waitFor("music/state", "playing");
    await bridged.waitFor("music/title", sim.player.music.current?.title ?? "");
    await bridged.waitFor("music/actions", '["play","pause","next","previous","seek","stop"]');
    expect(JSON.parse(bridged.subscriber.said("/den/music/track").at(-1) ?? "")).toMatchObject({
      source: "internal",
      artist: "Nadia Quill",
      extension: "flac",
      bits: 16,
      sampleRateHz: 44_100,
    });
    sim.player.music.skip();
    await bridged.waitFor("music/title", sim.player.music.current?.title ?? "");
    await until(() => sim.traffic.count("getFirstMusic") > 5);
    expect(sim.traffic.count("getState")).toBe(3);
  });

  it("is paused, stopped, started, skipped and wound, each read back", async ({ sim }) => {
    const { music } = sim.player;
    await using bridged = await Bridged.settled(sim);
    const playback = (word: string) => bridged.set("music/playback", word);
    expect(await playback("pause")).toMatchObject({ outcome: "applied" });
    expect(music.state).toBe("paused");
    expect(await playback("pause")).toMatchObject({ outcome: "unchanged" });
    expect(await playback("play")).toMatchObject({ outcome: "applied" });
    const { title } = music.current ?? {};
    expect(await playback("next")).toMatchObject({ outcome: "applied" });
    expect(music.current?.title).not.toBe(title);
    expect(await playback("previous")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("music/position", "40")).toMatchObject({ outcome: "applied" });
    expect(Math.floor(music.positionMs / 1000)).toBeGreaterThanOrEqual(40);
    expect(await bridged.set("music/mode", "shuffle")).toMatchObject({ outcome: "applied" });
    expect(music.order).toBe("shuffle");
    expect(await playback("stop")).toMatchObject({ outcome: "applied" });
    expect(music.state).toBe("stopped");
    await bridged.waitFor("music/state", "idle");
    await expect.poll(() => bridged.payload("music/actions") ?? "").toBe("");
    expect(await playback("stop")).toMatchObject({ outcome: "unchanged" });
    expect(await playback("pause")).toMatchObject(rejected("no music plays"));
    expect(await playback("play")).toMatchObject({ outcome: "applied" });
    const sent = ["playOrPause", "playNext", "playLast", "seekTo", "setLoopMode"];
    expect(sent.map((name) => sim.traffic.count(name))).toEqual([0, 0, 0, 0, 0]);
  });

  it("is said not to have obeyed when it did not", async ({ sim, bridged }) => {
    sim.behaviors.add("status:200@firstStop*1");
    expect(await bridged.set("music/playback", "stop")).toMatchObject(
      failed(expect.stringContaining("playing")),
    );
    sim.behaviors.add("status:405@firstPause*1");
    expect(await bridged.set("music/playback", "pause")).toMatchObject({ outcome: "failed" });
    expect(sim.player.music.state).toBe("playing");
  });
});
