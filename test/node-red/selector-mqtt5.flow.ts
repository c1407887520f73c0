import { describe, expect, it } from "vitest";
import { hasMosquitto } from "./broker.ts";
import { setStage, type Stage } from "./stage.ts";

const flow = "selector-mqtt5";
const resultTopic = "player2mqtt/player/result";
const replyTopic = "node-red/replies/player";

const routingKnown = (stage: Stage) =>
  expect.poll(() => stage.observer.on("player2mqtt/player/audio/input")).not.toEqual([]);

describe.skipIf(!hasMosquitto)("the selector with a response topic", () => {
  const broker = "mosquitto";

  it("chooses by tag and by name and shows each reply", async () => {
    await using stage = await setStage({ flow, broker });
    await stage.startAll();
    await routingKnown(stage);
    const buttons = [
      ["input by tag: BT", "BT"],
      ["input by name: Built-in player", "XMOS"],
      ["output by name: Line out", "RCA"],
      ["output by tag: HDMI", "HDMI"],
    ] as const;
    for (const [index, [button, tag]] of buttons.entries()) {
      await stage.nodeRed.press(button);
      await expect
        .poll(() => stage.nodeRed.shownBy("outcome")[index])
        .toMatchObject({ tag, outcome: "applied" });
    }
    await expect.poll(() => stage.observer.on(replyTopic)).toHaveLength(4);
    await expect
      .poll(() => stage.observer.on("player2mqtt/player/audio/output/set"))
      .toEqual(["Line out", "HDMI"]);
  });

  it("takes only the replies with a mark of its own", async () => {
    await using stage = await setStage({ flow, broker });
    await stage.startAll();
    await routingKnown(stage);
    await stage.observer.publish(replyTopic, '{"command": "audio/input", "outcome": "applied"}');
    await stage.nodeRed.press("input by tag: BT");
    await expect.poll(() => stage.nodeRed.shownBy("outcome")).toMatchObject([{ request: "BT" }]);
  });

  it("works when the bridge comes last, and after the broker was away", async () => {
    await using stage = await setStage({ flow, broker });
    await stage.deploy();
    await stage.startBridge();
    await routingKnown(stage);
    await stage.nodeRed.press("input by tag: BT");
    await expect.poll(() => stage.nodeRed.shownBy("outcome")).toHaveLength(1);

    stage.observer.seen.length = 0;
    await stage.restartBroker();
    await expect.poll(() => stage.observer.on("player2mqtt/bridge/state")).toContain("online");
    await stage.nodeRed.press("output by name: Line out");
    await expect.poll(() => stage.nodeRed.shownBy("outcome")[1]).toMatchObject({ tag: "RCA" });
  });

  it("says so when no reply comes in time", async () => {
    await using stage = await setStage({ flow, broker, variables: { OUTCOME_SECONDS: "0.2" } });
    await stage.deploy();
    await stage.nodeRed.press("input by tag: BT");
    await expect
      .poll(() => stage.nodeRed.shownBy("no outcome in time"))
      .toEqual([{ tag: "BT", outcome: "timeout", seconds: 0.2 }]);
    expect(stage.observer.on(resultTopic)).toEqual([]);
  });
});

describe("the selector with a response topic", () => {
  it("never connects to a broker that speaks 3.1.1 only, and says that there is no outcome", async () => {
    const variables = { OUTCOME_SECONDS: "0.2" };
    await using stage = await setStage({ flow, broker: "embedded", variables });
    await stage.startBridge();
    await stage.nodeRed.deploy(flow);
    await routingKnown(stage);
    await stage.nodeRed.press("input by tag: BT");
    await expect.poll(() => stage.nodeRed.shownBy("no outcome in time")).toHaveLength(1);
    expect(stage.nodeRed.status("our response topic").fill).not.toBe("green");
    expect(stage.observer.on(resultTopic)).toEqual([]);
  });
});
