import { describe, expect, it } from "vitest";
import { isMosquittoMissing } from "../support/start-mosquitto.ts";
import { brokerKinds } from "./broker.ts";
import { base } from "./nodes-flow.ts";
import { setStage, type StageOptions } from "./stage.ts";

/** The one knows its outcomes by their transactions, the other by a response topic; each is sent one that is not its own. */
const withTransaction = { flow: "selector", topic: `${base}/audio/input/set` } as const;
const withResponseTopic = { flow: "selector-mqtt5", topic: "node-red/replies/player" } as const;
const foreign =
  '{"tag": "USB", "transaction": "somebody else", "command": "audio/input", "outcome": "applied"}';

const selectors: readonly (Pick<StageOptions, "broker"> &
  (typeof withTransaction | typeof withResponseTopic))[] = [
  ...brokerKinds.map((broker) => ({ ...withTransaction, broker })),
  ...(isMosquittoMissing ? [] : [{ ...withResponseTopic, broker: "mosquitto" } as const]),
];

describe.each(selectors)("the flow $flow, with a broker that is $broker,", ({ flow, broker, topic }) => {
  it("chooses by tag and by name, and shows each of its outcomes, also after the broker was away", async () => {
    await using stage = await setStage({ flow, broker });
    await stage.deploy();
    await stage.startBridge();
    await expect.poll(() => stage.observer.on(`${base}/audio/output`)).not.toEqual([]);
    await stage.observer.publish(topic, foreign);
    await expect.poll(() => stage.observer.on(topic)).not.toEqual([]);
    const wanted = [
      ["input by tag: BT", { tag: "BT", outcome: "applied" }],
      ["input by name: Built-in player", { tag: "XMOS", outcome: "applied" }],
      ["output by name: Line out", { tag: "RCA", outcome: "applied" }],
      ["output by tag: HDMI", { tag: "HDMI", outcome: "applied" }],
      ["output by tag: HDMI", { tag: "HDMI", outcome: "unchanged" }],
      ["output by name: Line out", { request: "Line out", outcome: "failed" }],
    ] as const;
    for (const [index, [button, outcome]] of wanted.entries()) {
      if (outcome.outcome === "failed") stage.player.behaviors.add("status:805@setOutInputList*1");
      await stage.nodeRed.press(button);
      await expect.poll(() => stage.nodeRed.shownBy("outcome")[index]).toMatchObject(outcome);
    }
    const { input, output } = stage.player.player.audio;
    expect([input?.tag, output?.tag]).toEqual(["XMOS", "HDMI"]);
    stage.observer.seen.length = 0;
    await stage.restartBroker();
    await expect.poll(() => stage.observer.on("player2mqtt/bridge/state")).toContain("online");
    await stage.nodeRed.press("output by name: Line out");
    await expect
      .poll(() => stage.nodeRed.shownBy("outcome")[wanted.length])
      .toMatchObject({ tag: "RCA", outcome: "applied" });
    expect(stage.nodeRed.shownBy("no outcome in time")).toEqual([]);
  });

  it("says so when no outcome comes in time", async () => {
    await using stage = await setStage({ flow, broker, variables: { OUTCOME_SECONDS: "0.2" } });
    await stage.deploy();
    await stage.nodeRed.press("input by tag: BT");
    await expect
      .poll(() => stage.nodeRed.shownBy("no outcome in time"))
      .toMatchObject([{ tag: "BT", outcome: "timeout", seconds: 0.2 }]);
    expect(stage.nodeRed.shownBy("outcome")).toEqual([]);
  });
});

it("the selector shows what can be chosen, and takes plain text", async () => {
  await using stage = await setStage({ flow: "selector", broker: "embedded" });
  await stage.startAll();
  for (const list of [
    ["BT: Bluetooth", "SPDIF: Turntable"],
    ["RCA: Line out", "HDMI: HDMI main"],
  ])
    await expect.poll(() => stage.nodeRed.shownBy("options")).toContainEqual(expect.arrayContaining(list));
  await stage.nodeRed.press("input: Bluetooth");
  await expect.poll(() => stage.player.player.audio.input?.tag).toBe("BT");
});
