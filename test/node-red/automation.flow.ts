import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { eventually } from "../support/eventually.ts";
import { base } from "./nodes-flow.ts";
import { setStage, type Stage, type StageOptions } from "./stage.ts";

const lightTopic = "zigbee2mqtt/living-room";
const bright = '{"state":"ON","brightness":120,"linkquality":90}';
const dark = '{"state":"OFF"}';
const brightAgain = '{"state":"ON","brightness":120}';

/** A player with a film that has not begun, and a light that is on. */
async function setCinema(
  broker: StageOptions["broker"],
  more: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const variables = { CINEMA_OUTPUT: "HDMI2", STOPPED_SECONDS: "0.2", PAUSED_SECONDS: "600", ...more };
  const stage = await setStage({ flow: "automation", broker, variables });
  stage.player.player.video.stop();
  await stage.observer.publish(lightTopic, bright, { retain: true });
  return stage;
}

const lightIs = (stage: Stage, ...commands: readonly string[]) =>
  expect.poll(() => stage.observer.on(`${lightTopic}/set`)).toEqual(commands);
const outputCommands = (stage: Stage) =>
  stage.observer
    .on(`${base}/audio/output/set`)
    .map((payload) => (JSON.parse(payload) as { tag: string }).tag);
const outputIs = (stage: Stage, tag: string) =>
  eventually(() => {
    expect(stage.player.player.audio.output?.tag).toBe(tag);
    expect(stage.observer.on(`${base}/audio/output`).at(-1)).toBe(tag);
  });

/** Whether the flow is about to put everything back. */
const clockIs = (stage: Stage, fill: "blue" | undefined) =>
  expect.poll(() => stage.nodeRed.status("for long enough").fill).toBe(fill);

const flowSees = (stage: Stage, state: string) =>
  expect.poll(() => stage.nodeRed.status("started, or over?").text).toBe(state);

async function startAll(stage: Stage, state: string): Promise<void> {
  await stage.startBridge();
  await expect.poll(() => stage.observer.on(`${base}/audio/output`)).not.toEqual([]);
  await stage.deploy();
  await flowSees(stage, state);
}

describe.each(brokerKinds)("the cinema, with a broker that is %s,", (broker) => {
  it("switches when a video starts and puts everything back when it is over, not while it is paused", async () => {
    await using stage = await setCinema(broker);
    await stage.deploy();
    await stage.startBridge();
    await flowSees(stage, "idle");
    await expect.poll(() => stage.observer.on(`${base}/audio/output`)).not.toEqual([]);
    const { video } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    await lightIs(stage, dark);
    await stage.observer.publish(lightTopic, '{"state":"OFF","brightness":120}', { retain: true });
    video.pause();
    await flowSees(stage, "paused");
    await clockIs(stage, "blue");
    video.play();
    await flowSees(stage, "playing");
    await clockIs(stage, undefined);
    // It is deployed anew in the middle of the film.
    await stage.deploy();
    await flowSees(stage, "playing");
    video.stop();
    await outputIs(stage, "HDMI");
    await lightIs(stage, dark, brightAgain);
    expect(outputCommands(stage)).toEqual(["HDMI2", "HDMI"]);
    await expect
      .poll(() => stage.nodeRed.shownBy("outcome"))
      .toMatchObject([
        { tag: "HDMI2", outcome: "applied" },
        { tag: "HDMI", outcome: "applied" },
      ]);
  });

  it("does nothing at deploy, nor after the broker was away, while a video plays", async () => {
    await using stage = await setCinema(broker);
    const { video } = stage.player.player;
    video.play();
    await startAll(stage, "playing");
    stage.observer.seen.length = 0;
    await stage.restartBroker();
    await expect.poll(() => stage.observer.on("player2mqtt/bridge/state")).toContain("online");
    // Nothing was switched, so there is nothing to put back.
    video.stop();
    await flowSees(stage, "idle");
    await lightIs(stage);
    expect(outputCommands(stage)).toEqual([]);
    await stage.observer.publish(lightTopic, bright, { retain: true });
    video.play();
    await outputIs(stage, "HDMI2");
    await lightIs(stage, dark);
  });
});

describe("the cinema", () => {
  const broker = "embedded";

  it("puts everything back when a pause is long or the player falls asleep, but not when it wakes", async () => {
    await using stage = await setCinema(broker, { PAUSED_SECONDS: "0.5" });
    await startAll(stage, "idle");
    const { video } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    video.pause();
    await outputIs(stage, "HDMI");
    await lightIs(stage, dark, brightAgain);
    video.play();
    await outputIs(stage, "HDMI2");
    await stage.player.sleep();
    await lightIs(stage, dark, brightAgain, dark, brightAgain);
    video.stop();
    await stage.player.wake();
    await flowSees(stage, "idle");
    video.play();
    await expect.poll(() => stage.observer.on(`${lightTopic}/set`)).toHaveLength(5);
  });

  it("waits out the moment between two videos", async () => {
    await using stage = await setCinema(broker, { STOPPED_SECONDS: "600" });
    await startAll(stage, "idle");
    const { video } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    video.stop();
    await flowSees(stage, "idle");
    video.playEntry(1);
    await flowSees(stage, "playing");
    await clockIs(stage, undefined);
    await lightIs(stage, dark);
    expect(outputCommands(stage)).toEqual(["HDMI2"]);
  });

  it.each([
    ["that somebody has chosen in the meantime", "HDMI2", "RCA", ["HDMI2"]],
    ["that is chosen already", "HDMI", "HDMI", []],
  ])("leaves an output alone %s", async (_what, output, chosen, commands) => {
    await using stage = await setCinema(broker, { CINEMA_OUTPUT: output });
    await startAll(stage, "idle");
    const { video, audio } = stage.player.player;
    video.play();
    await outputIs(stage, output);
    await lightIs(stage, dark);
    audio.selectOutput(chosen);
    await outputIs(stage, chosen);
    video.stop();
    await lightIs(stage, dark, brightAgain);
    expect(outputCommands(stage)).toEqual(commands);
  });
});
