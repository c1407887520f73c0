import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { eventually } from "../support/eventually.ts";
import { setStage, type Stage, type StageOptions } from "./stage.ts";

const base = "player2mqtt/player";
const lightTopic = "zigbee2mqtt/living-room";
const bright = '{"state":"ON","brightness":120,"linkquality":90}';
const dark = '{"state":"OFF"}';
const brightAgain = '{"state":"ON","brightness":120}';

/** A player with a film that has not begun, and a light that is on. */
async function setCinema(
  options: Pick<StageOptions, "broker"> & { variables?: Record<string, string> },
): Promise<Stage> {
  const variables = { CINEMA_OUTPUT: "HDMI2", STOPPED_SECONDS: "0.2", PAUSED_SECONDS: "600" };
  const stage = await setStage({
    flow: "automation",
    broker: options.broker,
    variables: { ...variables, ...options.variables },
  });
  stage.player.player.video.stop();
  await stage.observer.publish(lightTopic, bright, { retain: true });
  return stage;
}

const light = (stage: Stage) => stage.observer.on(`${lightTopic}/set`);
const outputCommands = (stage: Stage) =>
  stage.observer
    .on(`${base}/audio/output/set`)
    .map((payload) => (JSON.parse(payload) as { tag: string }).tag);
const output = (stage: Stage) => stage.player.player.audio.output?.tag;
const outputIs = (stage: Stage, tag: string) =>
  eventually(() => {
    expect(output(stage)).toBe(tag);
    expect(stage.observer.on(`${base}/audio/output`).at(-1)).toBe(tag);
  });

/** Whether the flow is about to put everything back. */
const clock = (stage: Stage) =>
  stage.nodeRed.status("for long enough").fill === undefined ? "stands" : "runs";

const flowSees = (stage: Stage, state: string) =>
  expect.poll(() => stage.nodeRed.status("started, or over?").text).toBe(state);

async function startAll(stage: Stage, state: string): Promise<void> {
  await stage.startBridge();
  await expect.poll(() => stage.observer.on(`${base}/audio/output`)).not.toEqual([]);
  await stage.deploy();
  await flowSees(stage, state);
}

describe.each(brokerKinds)("the cinema, with a broker that is %s,", (broker) => {
  it("switches when a video starts and puts everything back when it is over", async () => {
    await using stage = await setCinema({ broker });
    await startAll(stage, "idle");
    const { video } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    await expect.poll(() => light(stage)).toEqual([dark]);
    await stage.observer.publish(lightTopic, '{"state":"OFF","brightness":120}', { retain: true });
    video.stop();
    await outputIs(stage, "HDMI");
    await expect.poll(() => light(stage)).toEqual([dark, brightAgain]);
    expect(outputCommands(stage)).toEqual(["HDMI2", "HDMI"]);
    await expect
      .poll(() => stage.nodeRed.shownBy("outcome"))
      .toMatchObject([
        { tag: "HDMI2", outcome: "applied" },
        { tag: "HDMI", outcome: "applied" },
      ]);
  });

  it("does nothing at deploy, nor after the broker was away, while a video plays", async () => {
    await using stage = await setCinema({ broker });
    const { video } = stage.player.player;
    video.play();
    await startAll(stage, "playing");
    await stage.deploy();
    stage.observer.seen.length = 0;
    await stage.restartBroker();
    await expect.poll(() => stage.observer.on("player2mqtt/bridge/state")).toContain("online");
    // Nothing was switched, so there is nothing to put back.
    video.stop();
    await flowSees(stage, "idle");
    expect([...light(stage), ...outputCommands(stage)]).toEqual([]);

    await stage.observer.publish(lightTopic, bright, { retain: true });
    video.play();
    await outputIs(stage, "HDMI2");
    await expect.poll(() => light(stage)).toEqual([dark]);
  });

  it("works when the bridge comes last", async () => {
    await using stage = await setCinema({ broker });
    await stage.deploy();
    await stage.startBridge();
    await flowSees(stage, "idle");
    await expect.poll(() => stage.observer.on(`${base}/audio/output`)).not.toEqual([]);
    stage.player.player.video.play();
    await outputIs(stage, "HDMI2");
    stage.player.player.video.stop();
    await outputIs(stage, "HDMI");
    await expect.poll(() => light(stage)).toEqual([dark, brightAgain]);
  });
});

describe("the cinema", () => {
  const broker = "embedded";

  it("does nothing when a video is paused and goes on", async () => {
    await using stage = await setCinema({ broker });
    await startAll(stage, "idle");
    const { video } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    for (let turn = 0; turn < 2; turn++) {
      video.pause();
      await flowSees(stage, "paused");
      await expect.poll(() => clock(stage)).toBe("runs");
      video.play();
      await flowSees(stage, "playing");
      await expect.poll(() => clock(stage)).toBe("stands");
    }
    video.stop();
    await expect.poll(() => light(stage)).toEqual([dark, brightAgain]);
    await outputIs(stage, "HDMI");
    expect(outputCommands(stage)).toEqual(["HDMI2", "HDMI"]);
  });

  it("puts everything back when a pause is long, and switches again when the video goes on", async () => {
    await using stage = await setCinema({ broker, variables: { PAUSED_SECONDS: "0.5" } });
    await startAll(stage, "idle");
    const { video } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    video.pause();
    await outputIs(stage, "HDMI");
    video.play();
    await outputIs(stage, "HDMI2");
    await expect.poll(() => light(stage)).toEqual([dark, brightAgain, dark]);
  });

  it("waits out the moment between two videos", async () => {
    await using stage = await setCinema({ broker, variables: { STOPPED_SECONDS: "600" } });
    await startAll(stage, "idle");
    const { video } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    video.stop();
    await flowSees(stage, "idle");
    video.playEntry(1);
    await flowSees(stage, "playing");
    await expect.poll(() => clock(stage)).toBe("stands");
    expect(light(stage)).toEqual([dark]);
    expect(outputCommands(stage)).toEqual(["HDMI2"]);
  });

  it("leaves an output alone that somebody has chosen in the meantime", async () => {
    await using stage = await setCinema({ broker });
    await startAll(stage, "idle");
    const { video, audio } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    audio.selectOutput("RCA");
    await outputIs(stage, "RCA");
    video.stop();
    await expect.poll(() => light(stage)).toEqual([dark, brightAgain]);
    expect(outputCommands(stage)).toEqual(["HDMI2"]);
  });

  it("sends no command for an output that is chosen already", async () => {
    await using stage = await setCinema({ broker, variables: { CINEMA_OUTPUT: "HDMI" } });
    await startAll(stage, "idle");
    stage.player.player.video.play();
    await expect.poll(() => light(stage)).toEqual([dark]);
    stage.player.player.video.stop();
    await expect.poll(() => light(stage)).toEqual([dark, brightAgain]);
    expect(outputCommands(stage)).toEqual([]);
  });

  it("still puts everything back when it is deployed anew during the video", async () => {
    await using stage = await setCinema({ broker });
    await startAll(stage, "idle");
    const { video } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    await stage.deploy();
    await flowSees(stage, "playing");
    video.stop();
    await outputIs(stage, "HDMI");
    await expect.poll(() => light(stage)).toEqual([dark, brightAgain]);
  });

  it("takes a player that falls asleep for a pause, and its last word for no start when it wakes", async () => {
    await using stage = await setCinema({ broker, variables: { PAUSED_SECONDS: "0.5" } });
    await startAll(stage, "idle");
    const { video } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    await stage.player.sleep();
    await expect.poll(() => light(stage)).toEqual([dark, brightAgain]);
    video.stop();
    await stage.player.wake();
    await flowSees(stage, "idle");
    video.play();
    await expect.poll(() => light(stage)).toEqual([dark, brightAgain, dark]);
  });
});
