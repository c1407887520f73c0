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
const flowSees = (stage: Stage, text: string) =>
  expect.poll(() => stage.nodeRed.status("here, or gone?").text).toBe(text);

describe.each(brokerKinds)("the watchdog, with a broker that is %s,", (broker) => {
  it("tells once that bridge, player or broker is gone, and once that it is back", async () => {
    await using stage = await setStage({ flow, broker, variables: soon });
    await stage.deploy();
    await expect.poll(() => told(stage)).toEqual([bridgeGone]);
    const expected = [bridgeGone];
    const tells = (...messages: readonly string[]) => {
      expected.push(...messages);
      return expect.poll(() => told(stage)).toEqual(expected);
    };
    await stage.startBridge();
    await tells(bridgeBack);
    await flowSees(stage, allIsWell);
    await stage.stopBridge();
    await tells(bridgeGone);
    await stage.deploy();
    await flowSees(stage, "bridge offline, player online");
    for (const fill of ["blue", undefined])
      await expect.poll(() => stage.nodeRed.status("for so long").fill).toBe(fill);
    await stage.startBridge();
    await tells(bridgeBack);
    await stage.player.sleep();
    await tells(playerGone);
    await stage.player.wake();
    await tells(playerBack);
    await expect.poll(() => stage.observer.on("notify/player2mqtt")).toEqual(expected);
    await stage.broker.stop();
    await tells(bridgeGone);
    await stage.broker.start();
    await tells(bridgeBack);
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

  it("tells of a bridge that never came where the broker was connected before, and of an unknown player", async () => {
    await using stage = await setStage({ flow, broker, variables: { ...soon, PLAYER_ID: "kitchen" } });
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
    await stage.startBridge();
    await expect
      .poll(() => told(stage))
      .toEqual([bridgeGone, bridgeBack, playerGone.replace("player player", "player kitchen")]);
  });
});
