import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { base, quick } from "./nodes-flow.ts";
import { setStage, type Stage } from "./stage.ts";

const flow = "remote";
const powerTopic = `${base}/power/set`;

const sees = (stage: Stage, text: string) =>
  expect.poll(() => stage.nodeRed.status("what plays").text).toBe(text);

async function press(stage: Stage, button: string, wanted: object, where = "outcome"): Promise<void> {
  const before = stage.nodeRed.shownBy(where).length;
  await stage.nodeRed.press(button);
  await expect.poll(() => stage.nodeRed.shownBy(where)[before]).toMatchObject(wanted);
}

describe.each(brokerKinds)("the remote, with a broker that is %s,", (broker) => {
  it("plays, pauses, seeks and skips music, and sets its volume, also after the broker was away", async () => {
    await using stage = await setStage({ flow, broker, preset: "audio", settings: quick });
    const { player } = stage.player;
    await stage.startAll();
    await sees(stage, "music playing");
    // The outcomes of others are not shown.
    await stage.observer.publish(`${base}/volume/set`, "30");
    await expect.poll(() => stage.observer.on(`${base}/result`)).toHaveLength(1);
    await press(stage, "pause", { command: "music/playback", request: "pause", outcome: "applied" });
    expect(player.music.state).toBe("paused");
    await sees(stage, "music paused");
    await press(stage, "play", { outcome: "applied" });
    await press(stage, "play", { outcome: "unchanged" });
    expect(player.music.state).toBe("playing");
    await press(stage, "next", { outcome: "applied" });
    expect(player.music.index).toBe(1);
    await press(stage, "forward 30 s", { command: "music/position", request: "+30", outcome: "applied" });
    expect(player.music.positionMs).toBeGreaterThan(29_000);
    // 60 of 200 is 30 percent.
    await press(stage, "volume up", { command: "volume", request: "+5", outcome: "applied" });
    expect(player.volume?.level).toBe(70);
    for (const [button, isMuted] of [
      ["mute", true],
      ["sound on", false],
    ] as const) {
      await press(stage, button, { command: "mute", outcome: "applied" });
      expect(player.isMuted).toBe(isMuted);
    }
    await press(stage, "keys: Home, then Down", { command: "key", outcome: "applied" });
    expect(player.keys).toEqual(["Key.Home", "Key.Down"]);
    stage.cable.unplug();
    await sees(stage, "bridge unknown");
    stage.cable.plugIn();
    await sees(stage, "music playing");
    await press(stage, "pause", { outcome: "applied" });
    expect(stage.nodeRed.shownBy("no outcome")).toEqual([]);
  });
});

describe("the remote", () => {
  const broker = "embedded";

  it("goes to the film while one plays, and says what a video player lacks", async () => {
    await using stage = await setStage({ flow, broker, settings: quick });
    stage.player.player.music.pause();
    await stage.startAll();
    await sees(stage, "video playing, music paused");
    await press(stage, "pause", { command: "video/playback", outcome: "applied" });
    expect(stage.player.player.video.state).toBe("paused");
    await press(stage, "forward 30 s", { command: "video/position", outcome: "applied" });
    await press(stage, "volume up", { outcome: "rejected", reason: "this player has no volume" });
    await expect
      .poll(() => stage.nodeRed.status("send and wait"))
      .toMatchObject({ fill: "red", text: "volume +5: this player has no volume" });
  });

  it("says why nothing is done, and sends nothing to a player that is lost but what wakes it", async () => {
    const settings = { ...quick, "controls.wakeAddress": "127.0.0.1:9" };
    const variables = { OUTCOME_SECONDS: "0.5" };
    await using stage = await setStage({ flow, broker, preset: "audio", settings, variables });
    await stage.startAll();
    await sees(stage, "music playing");
    stage.player.behaviors.add("hang@getState");
    await press(
      stage,
      "pause",
      { command: "music/playback", outcome: "timeout", seconds: 0.5 },
      "no outcome",
    );
    stage.player.behaviors.clear();
    await stage.player.sleep();
    await sees(stage, "player offline");
    const sent = stage.observer.on(`${base}/music/playback/set`).length;
    const lost = { outcome: "not sent", reason: "the player is offline" };
    await press(stage, "pause", lost, "no outcome");
    expect(stage.observer.on(`${base}/music/playback/set`)).toHaveLength(sent);
    await stage.nodeRed.press("power on");
    await expect.poll(() => stage.observer.on(powerTopic)).toHaveLength(1);
    await stage.player.wake();
    await expect
      .poll(() => stage.nodeRed.shownBy("outcome").at(-1))
      .toMatchObject({ command: "power", request: "on", outcome: "applied" });
    await stage.stopBridge();
    await sees(stage, "bridge offline");
    await press(stage, "power on", { outcome: "not sent", reason: "the bridge is offline" }, "no outcome");
    expect(stage.observer.on(powerTopic)).toHaveLength(1);
  });
});
