import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type FlowName, type FlowNode, flowNames, readFlow } from "./example-flow.ts";
import { setStage } from "./stage.ts";

/** These have no place in the flow: the tab itself, and what the nodes share. */
const isDrawn = ({ type, x }: FlowNode): boolean => type !== "tab" && x !== undefined;
const allNodes = flowNames.flatMap(readFlow);

describe.each(flowNames)("the file of %s", (name: FlowName) => {
  const nodes = readFlow(name);
  const [tab] = nodes;
  const drawn = nodes.filter(isDrawn);

  it("is one tab that explains itself and says what to set", () => {
    expect(nodes.filter(({ type }) => type === "tab")).toEqual([tab]);
    expect(tab?.label).not.toBe("");
    expect(tab?.info).toContain("MQTT_HOST");
    expect(drawn.every(({ z }) => z === tab?.id)).toBe(true);
    const comment = nodes.find(({ type }) => type === "comment");
    expect(comment?.info?.length).toBeGreaterThan(200);
  });

  it("has every node named and in its own place", () => {
    for (const { name } of drawn) expect(name).toMatch(/\S/);
    const places = drawn.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it("has plain variables with a default, and takes broker and topics from them", () => {
    const shared = nodes.find(({ type }) => type === "global-config");
    const variables = [...(tab?.env ?? []), ...(shared?.env ?? [])];
    const defined = variables.map(({ name }) => name);
    expect(defined).toEqual(
      expect.arrayContaining(["MQTT_HOST", "MQTT_PORT", "MQTT_BASE_TOPIC", "PLAYER_ID"]),
    );
    expect(variables.filter(({ type, value }) => !["str", "env"].includes(type) || value === "")).toEqual([]);
    const text = JSON.stringify(nodes);
    const used = [...text.matchAll(/\$\{(\w+)\}|env\.get\(\\"(\w+)\\"\)/g)].map(([, a, b]) => a ?? b);
    expect(used.filter((variable) => !defined.includes(variable ?? ""))).toEqual([]);
    const broker = nodes.find(({ type }) => type === "mqtt-broker");
    expect(broker).toMatchObject({ broker: "${MQTT_HOST}", port: "${MQTT_PORT}" });
    const topics = drawn.filter(({ type }) => type.startsWith("mqtt")).map(({ topic }) => String(topic));
    expect(topics.filter((topic) => !/^(\$\{\w+\})?$/.test(topic))).toEqual([]);
  });

  it("asks for MQTT 5 only where it cannot do without, carries no credentials and retains no command", () => {
    const broker = nodes.find(({ type }) => type === "mqtt-broker");
    expect(broker?.["protocolVersion"]).toBe(name === "selector-mqtt5" ? "5" : "4");
    expect(nodes.filter((node) => "credentials" in node)).toEqual([]);
    expect(drawn.filter(({ type, retain }) => type === "mqtt out" && retain !== "false")).toEqual([]);
  });
});

describe("the example flows", () => {
  it("share one broker node, one for MQTT 5, and no other ids", () => {
    const shared = new Map(allNodes.filter((node) => !isDrawn(node)).map((node) => [node.id, node]));
    expect([...shared.values()].filter(({ type }) => type === "mqtt-broker")).toHaveLength(2);
    const own = allNodes.filter((node) => isDrawn(node) || node.type === "tab");
    expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
    for (const node of allNodes.filter(({ id }) => shared.has(id))) expect(node).toEqual(shared.get(node.id));
  });

  it("need nothing but what comes with Node-RED", async () => {
    await using stage = await setStage({ flow: "selector", broker: "embedded" });
    const sets = (await stage.nodeRed.get("/nodes")) as { module: string; types: string[] }[];
    const own = new Set(sets.filter(({ module }) => module === "node-red").flatMap(({ types }) => types));
    const types = allNodes
      .map(({ type }) => type)
      .filter((type) => type !== "tab" && type !== "global-config");
    expect(types.filter((type) => !own.has(type))).toEqual([]);
  });

  it("run side by side, with the broker inside the bridge and what is set once for all of them", async () => {
    await using stage = await setStage({
      flow: "selector",
      broker: "embedded",
      variables: { MQTT_BASE_TOPIC: "home/av", PLAYER_ID: "cinema" },
      settings: { "mqtt.url": "", "mqtt.baseTopic": "home/av", "player.id": "cinema" },
    });
    const together = flowNames.filter((name) => name !== "selector-mqtt5").flatMap(readFlow);
    const once = new Map(together.map((node) => [node.id, node]));
    await stage.nodeRed.deployNodes([...once.values()]);
    await stage.broker.stop();
    await stage.startBridge();
    await stage.nodeRed.connected();
    await expect.poll(() => stage.nodeRed.shownBy("options").length).toBeGreaterThanOrEqual(2);
    await stage.nodeRed.press("input by tag: BT");
    await eventually(() => {
      expect(stage.nodeRed.shownBy("outcome")).toMatchObject([{ tag: "BT", outcome: "applied" }]);
      expect(stage.nodeRed.shownBy("now playing")).not.toEqual([]);
      expect(stage.nodeRed.shownBy("around the current")).not.toEqual([]);
      expect(stage.nodeRed.status("started, or over?").text).toBe("playing");
      expect(stage.nodeRed.status("here, or gone?").text).toBe("bridge online, player online");
    });
  });
});
