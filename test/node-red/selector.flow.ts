import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { eventually } from "../support/eventually.ts";
import { setStage, type Stage } from "./stage.ts";

const setTopic = "player2mqtt/player/audio/input/set";
const resultTopic = "player2mqtt/player/result";

const optionsShown = (stage: Stage) =>
  eventually(() => {
    expect(stage.nodeRed.shownBy("options").length).toBeGreaterThanOrEqual(2);
  });

describe.each(brokerKinds)("the selector, with a broker that is %s,", (broker) => {
  it("shows what can be chosen, chooses by tag, by name and by plain text, and shows each outcome", async () => {
    await using stage = await setStage({ flow: "selector", broker });
    await stage.startAll();
    await eventually(() => {
      const lists = stage.nodeRed.shownBy("options");
      expect(lists).toContainEqual(expect.arrayContaining(["BT: Bluetooth", "SPDIF: Turntable"]));
      expect(lists).toContainEqual(expect.arrayContaining(["RCA: Line out", "HDMI: HDMI main"]));
    });
    const wanted = [
      ["input by tag: BT", "audio/input", "BT", "BT", "applied"],
      ["input by name: Built-in player", "audio/input", "Built-in player", "XMOS", "applied"],
      ["output by name: Line out", "audio/output", "Line out", "RCA", "applied"],
      ["output by tag: HDMI", "audio/output", "HDMI", "HDMI", "applied"],
      ["output by tag: HDMI", "audio/output", "HDMI", "HDMI", "unchanged"],
    ] as const;
    for (const [index, [button, command, request, tag, outcome]] of wanted.entries()) {
      await stage.nodeRed.press(button);
      await expect
        .poll(() => stage.nodeRed.shownBy("outcome")[index])
        .toMatchObject({ command, request, tag, outcome });
    }
    expect(stage.player.player.audio.input?.tag).toBe("XMOS");
    expect(stage.player.player.audio.output?.tag).toBe("HDMI");
    await stage.nodeRed.press("input: Bluetooth");
    await expect.poll(() => stage.player.player.audio.input?.tag).toBe("BT");
    expect(stage.nodeRed.shownBy("outcome")).toHaveLength(wanted.length);
    expect(stage.nodeRed.shownBy("no outcome in time")).toEqual([]);
  });

  it("works when the bridge comes last, and after the broker was away", async () => {
    await using stage = await setStage({ flow: "selector", broker });
    await stage.deploy();
    await stage.startBridge();
    await optionsShown(stage);
    await stage.nodeRed.press("input by tag: BT");
    await expect.poll(() => stage.nodeRed.shownBy("outcome")).toHaveLength(1);

    stage.observer.seen.length = 0;
    await stage.restartBroker();
    await expect.poll(() => stage.observer.on("player2mqtt/bridge/state")).toContain("online");
    await stage.nodeRed.press("output by name: Line out");
    await expect
      .poll(() => stage.nodeRed.shownBy("outcome")[1])
      .toMatchObject({ tag: "RCA", outcome: "applied" });
  });
});

describe("the selector", () => {
  const broker = "embedded";

  it("shows why a command was rejected", async () => {
    await using stage = await setStage({ flow: "selector", broker, preset: "audio" });
    await stage.startAll();
    await optionsShown(stage);
    await stage.nodeRed.press("output by name: Line out");
    await expect
      .poll(() => stage.nodeRed.shownBy("outcome"))
      .toMatchObject([{ outcome: "rejected", request: "Line out" }]);
    await expect.poll(() => stage.nodeRed.status("send and wait").fill).toBe("red");
  });

  it("leaves the outcomes of others alone", async () => {
    await using stage = await setStage({ flow: "selector", broker });
    await stage.startAll();
    await optionsShown(stage);
    await stage.observer.publish(setTopic, '{"tag": "USB", "transaction": "somebody else"}');
    await stage.observer.publish(setTopic, "RCA");
    await expect.poll(() => stage.observer.on(resultTopic)).toHaveLength(2);
    await stage.nodeRed.press("input by tag: BT");
    await expect.poll(() => stage.nodeRed.shownBy("outcome")).toMatchObject([{ request: "BT" }]);
    await expect.poll(() => stage.observer.on(resultTopic)).toHaveLength(3);
    expect(stage.nodeRed.shownBy("outcome")).toHaveLength(1);
  });

  it("says so when no outcome comes in time, and takes a late one for nobody's", async () => {
    const variables = { OUTCOME_SECONDS: "0.2" };
    await using stage = await setStage({ flow: "selector", broker, variables });
    await stage.deploy();
    await stage.nodeRed.press("input by tag: BT");
    const shown = await eventually(() => {
      const [first] = stage.nodeRed.shownBy("no outcome in time") as { transaction: string }[];
      expect(first).toMatchObject({ tag: "BT", outcome: "timeout", seconds: 0.2 });
      return first;
    });
    await stage.observer.publish(
      resultTopic,
      JSON.stringify({ command: "audio/input", outcome: "applied", transaction: shown?.transaction }),
    );
    await stage.nodeRed.press("output by tag: HDMI");
    await expect.poll(() => stage.nodeRed.shownBy("no outcome in time")).toHaveLength(2);
    expect(stage.nodeRed.shownBy("outcome")).toEqual([]);
  });
});
