import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { readFlow } from "./example-flow.ts";
import { setStage, type Stage } from "./stage.ts";

const flow = "watchdog";
/** Almost two seconds: a slow machine needs one to connect. */
const soon = { GONE_MINUTES: "0.03" };
const bridgeGone = "The bridge has been gone for 0.03 minutes.";
const bridgeBack = "The bridge is back.";
const playerGone = "The player player has been gone for 0.03 minutes.";
const playerBack = "The player player is back.";
const allIsWell = "bridge online, player online";

const told = (stage: Stage) => stage.nodeRed.shownBy("message");
const notified = (stage: Stage) => stage.observer.on("notify/player2mqtt");
const flowSees = (stage: Stage, text: string) =>
  expect.poll(() => stage.nodeRed.status("here, or gone?").text).toBe(text);

describe.each(brokerKinds)("the watchdog, with a broker that is %s,", (broker) => {
  it("tells once that the bridge is gone, and once that it is back", async () => {
    await using stage = await setStage({ flow, broker, variables: soon });
    await stage.startAll();
    await flowSees(stage, allIsWell);
    await stage.stopBridge();
    await expect.poll(() => told(stage)).toEqual([bridgeGone]);
    await stage.startBridge();
    await expect.poll(() => told(stage)).toEqual([bridgeGone, bridgeBack]);
    await expect.poll(() => notified(stage)).toEqual([bridgeGone, bridgeBack]);
  });

  it("tells once that the player is gone, and once that it is back", async () => {
    await using stage = await setStage({ flow, broker, variables: soon });
    await stage.startAll();
    await flowSees(stage, allIsWell);
    await stage.player.sleep();
    await expect.poll(() => told(stage)).toEqual([playerGone]);
    await stage.player.wake();
    await expect.poll(() => told(stage)).toEqual([playerGone, playerBack]);
    await expect.poll(() => notified(stage)).toEqual([playerGone, playerBack]);
  });

  it("counts the bridge as gone while the broker is away", async () => {
    await using stage = await setStage({ flow, broker, variables: soon });
    await stage.startAll();
    await flowSees(stage, allIsWell);
    await stage.broker.stop();
    await expect.poll(() => told(stage)).toEqual([bridgeGone]);
    await stage.broker.start();
    await expect.poll(() => told(stage)).toEqual([bridgeGone, bridgeBack]);
  });

  it("tells of a bridge that comes last, if it comes late", async () => {
    await using stage = await setStage({ flow, broker, variables: soon });
    await stage.deploy();
    await expect.poll(() => told(stage)).toEqual([bridgeGone]);
    await stage.startBridge();
    await expect.poll(() => told(stage)).toEqual([bridgeGone, bridgeBack]);
    await flowSees(stage, allIsWell);
  });
});

describe("the watchdog", () => {
  const broker = "embedded";

  it("says nothing of a short absence", async () => {
    await using stage = await setStage({ flow, broker });
    await stage.startAll();
    await flowSees(stage, allIsWell);
    await stage.player.sleep();
    await flowSees(stage, "bridge online, player offline");
    await stage.player.wake();
    await flowSees(stage, allIsWell);
    await stage.stopBridge();
    await flowSees(stage, "bridge offline, player online");
    await stage.startBridge();
    await flowSees(stage, allIsWell);
    // No clock runs any more, so nothing can follow.
    await expect.poll(() => stage.nodeRed.status("for so long").fill).toBeUndefined();
    expect(told(stage)).toEqual([]);
  });

  it("does not tell again when it is deployed anew in the meantime", async () => {
    await using stage = await setStage({ flow, broker, variables: soon });
    await stage.startAll();
    await flowSees(stage, allIsWell);
    await stage.stopBridge();
    await expect.poll(() => told(stage)).toEqual([bridgeGone]);
    await stage.deploy();
    await flowSees(stage, "bridge offline, player online");
    await expect.poll(() => stage.nodeRed.status("for so long").fill).toBe("blue");
    await expect.poll(() => stage.nodeRed.status("for so long").fill).toBeUndefined();
    await stage.startBridge();
    await expect.poll(() => told(stage)).toEqual([bridgeGone, bridgeBack]);
  });

  it("tells of a player that the bridge does not know", async () => {
    await using stage = await setStage({ flow, broker, variables: { ...soon, PLAYER_ID: "kitchen" } });
    await stage.startAll();
    await expect.poll(() => told(stage)).toEqual(["The player kitchen has been gone for 0.03 minutes."]);
  });

  it("tells of a bridge that never came, also where the connection to the broker was there before", async () => {
    await using stage = await setStage({ flow, broker, variables: soon });
    const nodes = readFlow(flow);
    const { z: _, ...shared } = nodes.find(({ type }) => type === "mqtt-broker") ?? { id: "", type: "" };
    const owner = [
      { ...shared, id: "own broker", broker: "127.0.0.1", port: String(stage.cable.port) },
      { id: "own tab", type: "tab", label: "What was there before" },
      { id: "own node", type: "mqtt in", z: "own tab", broker: "own broker", topic: "#", x: 100, y: 100 },
    ];
    await stage.nodeRed.deployNodes(owner);
    await stage.nodeRed.connected();
    const moved = nodes.map((node) =>
      node.type.startsWith("mqtt ") ? { ...node, broker: "own broker" } : node,
    );
    await stage.nodeRed.deployNodes(
      [...owner, ...moved.filter(({ type }) => type !== "mqtt-broker")],
      "nodes",
    );
    await expect.poll(() => told(stage)).toEqual([bridgeGone]);
  });
});
