import { request } from "undici";
import { describe, expect, it } from "vitest";
import { startMosquitto } from "../support/start-mosquitto.ts";
import { brokerNode, type FlowNode } from "./example-flow.ts";
import { base, flowOf, id, payloads, setScene, shown, state } from "./nodes-flow.ts";
import { setStage, type Stage } from "./stage.ts";

const variables = [
  { name: "BASE", value: "player2mqtt", type: "str" },
  { name: "PLAYER", value: id, type: "str" },
];
const text = "${PLAYER}";

function changed(nodes: readonly FlowNode[], changes: Readonly<Record<string, object>>): readonly FlowNode[] {
  return nodes.map((node) => ({ ...node, ...changes[node.type] }));
}

const players = (stage: Stage, bridge = "bridge", query = "") =>
  stage.nodeRed.get(`/player2mqtt/bridge/${bridge}/players${query}`);

describe("a setting of the nodes", () => {
  it("can be an environment variable, for the dialogs as well", async () => {
    await using stage = await setStage();
    await setScene(stage);
    await stage.observer.publish(`${base}/video/title`, "1917", { retain: true });
    const nodes = flowOf(stage.cable.port, state("title", "video/title", { player: text }));
    const baseTopic = "${BASE}";
    await stage.nodeRed.deployNodes([
      { id: "global", type: "global-config", env: variables },
      ...changed(nodes, { tab: { env: variables }, "player2mqtt-bridge": { baseTopic } }),
    ]);
    await expect.poll(() => payloads(stage, "title")).toEqual(["1917"]);
    // A node that was not deployed yet is in the same tab as one that was.
    for (const query of ["?node=title", "?node=new&tab=tab"])
      expect(await players(stage, "bridge", `/${encodeURIComponent(text)}${query}`)).toMatchObject({
        isKnown: true,
        topics: [{ leaf: "video/title" }],
      });
    expect(await players(stage, "bridge", `/${encodeURIComponent("${PLAYE}")}?node=title`)).toMatchObject({
      isKnown: false,
    });
  });

  it("is found by the dialogs in a subflow, together with its config node and its broker", async () => {
    await using stage = await setStage();
    await setScene(stage);
    const [tab, brokerIn, bridgeIn, ...nodes] = flowOf(
      stage.cable.port,
      state("here", "online", { player: text }),
    );
    const inside = { z: "sub" };
    const place = { z: "tab", x: 200, y: 200 };
    await stage.nodeRed.deployNodes([
      { id: "sub", type: "subflow", name: "Sub", in: [], out: [], env: variables },
      ...(tab ? [tab] : []),
      ...[brokerIn, bridgeIn, ...nodes].flatMap((node) => (node ? [{ ...node, ...inside }] : [])),
      { ...place, id: "instance", type: "subflow:sub", name: "instance", wires: [] },
    ]);
    // In a subflow Node-RED replaces every text that is the id of a node, so the debug node's name as well.
    await expect.poll(() => payloads(stage, "instance-here")).toEqual([true]);
    expect(await players(stage)).toMatchObject({ isConnected: true, players: [{ id }] });
    expect(await stage.nodeRed.get("/player2mqtt/broker/broker/players?base=player2mqtt")).toMatchObject({
      players: [{ id }],
    });
    expect(await players(stage, "bridge", `/${encodeURIComponent(text)}?node=here&tab=sub`)).toMatchObject({
      isKnown: true,
    });
  });
});

it.each(["4", "5"])(
  "a password that the broker refuses is named as the reason, with MQTT %s",
  async (version) => {
    await using stage = await setStage();
    const right = { user: "bridge", password: "secret" };
    await using closed = await startMosquitto({ users: { [right.user]: right.password } });
    const nodes = flowOf(closed.port, state("here", "online"));
    const deployWith = (credentials: object) => {
      const node = { ...brokerNode("broker", closed.port), protocolVersion: version, credentials };
      return stage.nodeRed.deployNodes(changed(nodes, { "mqtt-broker": node }));
    };
    await deployWith({ user: "somebody", password: "wrong" });
    await expect.poll(() => stage.nodeRed.look("here")).toBe("red ring player2mqtt.status.refused");
    await expect.poll(() => shown(stage, "here")).toMatchObject([{ payload: false, reason: "broker" }]);
    expect(await players(stage)).toMatchObject({ isConnected: false, isRefused: true });
    await deployWith(right);
    await expect.poll(() => stage.nodeRed.look("here")).toBe("red ring player2mqtt.status.bridge");
  },
);

it("the lists of the editor are refused to a stranger", async () => {
  const adminAuth = { type: "credentials", users: [] };
  await using stage = await setStage({ nodeRed: { adminAuth } });
  for (const path of ["bridge/bridge/players", "broker/broker/players?base=player2mqtt"]) {
    const { statusCode } = await request(`${stage.nodeRed.url}/player2mqtt/${path}`);
    expect([path, statusCode]).toEqual([path, 401]);
  }
});
