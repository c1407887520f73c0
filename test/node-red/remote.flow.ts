import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { setStage, type Stage } from "./stage.ts";

const flow = "remote";
const quick = { "poll.state": "* * * * * *" };
const powerTopic = "player2mqtt/player/power/set";

const sees = (stage: Stage, text: string) =>
  expect.poll(() => stage.nodeRed.status("what plays").text).toBe(text);

async function press(stage: Stage, button: string, wanted: object): Promise<void> {
  const before = stage.nodeRed.shownBy("outcome").length;
  await stage.nodeRed.press(button);
  await expect.poll(() => stage.nodeRed.shownBy("outcome")[before]).toMatchObject(wanted);
}

describe.each(brokerKinds)("the remote, with a broker that is %s,", (broker) => {
  it("plays, pauses, seeks and skips music, and sets its volume", async () => {
    await using stage = await setStage({ flow, broker, preset: "audio", settings: quick });
    const { player } = stage.player;
    await stage.startAll();
    await sees(stage, "music playing");
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
    await press(stage, "mute", { outcome: "applied" });
    expect(player.isMuted).toBe(true);
    await press(stage, "sound on", { outcome: "applied" });
    expect(player.isMuted).toBe(false);
    await press(stage, "keys: Home, then Down", { command: "key", outcome: "applied" });
    expect(player.keys).toEqual(["Key.Home", "Key.Down"]);
    expect(stage.nodeRed.shownBy("no outcome")).toEqual([]);
  });

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
});

describe("the remote", () => {
  const broker = "embedded";

  it("sends nothing to a player that is lost but what wakes it, and works when it is back", async () => {
    const settings = { ...quick, "controls.wakeAddress": "127.0.0.1:9" };
    await using stage = await setStage({ flow, broker, preset: "audio", settings });
    await stage.startAll();
    await sees(stage, "music playing");
    await stage.player.sleep();
    await sees(stage, "player offline");
    await stage.nodeRed.press("pause");
    await expect
      .poll(() => stage.nodeRed.shownBy("no outcome"))
      .toEqual([
        { command: "music/playback", request: "pause", outcome: "not sent", reason: "the player is offline" },
      ]);
    expect(stage.observer.on("player2mqtt/player/music/playback/set")).toEqual([]);
    await stage.nodeRed.press("power on");
    await expect.poll(() => stage.observer.on(powerTopic)).toHaveLength(1);
    await stage.player.wake();
    await expect
      .poll(() => stage.nodeRed.shownBy("outcome"))
      .toMatchObject([{ command: "power", request: "on", outcome: "applied" }]);
    await sees(stage, "music playing");
    await press(stage, "pause", { outcome: "applied" });
  });

  it("says so when the bridge is gone, and when no outcome comes in time", async () => {
    const variables = { OUTCOME_SECONDS: "0.2" };
    await using stage = await setStage({ flow, broker, preset: "audio", settings: quick, variables });
    await stage.startAll();
    await sees(stage, "music playing");
    stage.player.behaviors.add("hang@getState");
    await stage.nodeRed.press("pause");
    await expect
      .poll(() => stage.nodeRed.shownBy("no outcome"))
      .toMatchObject([{ command: "music/playback", request: "pause", outcome: "timeout", seconds: 0.2 }]);
    await stage.stopBridge();
    await sees(stage, "bridge offline");
    await stage.nodeRed.press("power on");
    await expect
      .poll(() => stage.nodeRed.shownBy("no outcome")[1])
      .toMatchObject({ command: "power", outcome: "not sent", reason: "the bridge is offline" });
    expect(stage.observer.on(powerTopic)).toEqual([]);
  });

  it("knows nothing while the broker is away, and all of it again afterwards", async () => {
    await using stage = await setStage({ flow, broker, preset: "audio", settings: quick });
    await stage.startAll();
    await sees(stage, "music playing");
    await stage.cable.cut();
    await sees(stage, "bridge unknown");
    await stage.cable.mend();
    await sees(stage, "music playing");
    await press(stage, "pause", { outcome: "applied" });
    expect(stage.player.player.music.state).toBe("paused");
  });

  it("leaves the outcomes of others alone", async () => {
    await using stage = await setStage({ flow, broker, preset: "audio", settings: quick });
    await stage.startAll();
    await sees(stage, "music playing");
    await stage.observer.publish("player2mqtt/player/volume/set", "40");
    await expect.poll(() => stage.observer.on("player2mqtt/player/result")).toHaveLength(1);
    await press(stage, "mute", { command: "mute", outcome: "applied" });
    expect(stage.nodeRed.shownBy("outcome")).toHaveLength(1);
  });
});
