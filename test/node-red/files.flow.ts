import { describe, expect, it } from "vitest";
import { eventually } from "./eventually.ts";
import { type FlowName, type FlowNode, flowNames, readFlow } from "./example-flow.ts";
import { setStage } from "./stage.ts";

/** These have no place in the flow: the tab itself, and what the MQTT nodes are configured by. */
const isDrawn = ({ type }: FlowNode): boolean => type !== "tab" && type !== "mqtt-broker";
const allNodes = flowNames.flatMap(readFlow);

describe.each(flowNames)("the file of %s", (name: FlowName) => {
  const nodes = readFlow(name);
  const [tab] = nodes;
  const drawn = nodes.filter(isDrawn);

  it("is one tab that explains itself and says what to set", () => {
    expect(nodes.filter(({ type }) => type === "tab")).toEqual([tab]);
    expect(tab?.label).not.toBe("");
    expect(tab?.info).toContain("MQTT_HOST");
    expect(nodes.slice(1).every(({ z }) => z === tab?.id)).toBe(true);
    const comment = nodes.find(({ type }) => type === "comment");
    expect(comment?.info?.length).toBeGreaterThan(200);
  });

  it("has every node named and in its place", () => {
    for (const { name, x, y } of drawn) {
      expect(name).toMatch(/\S/);
      expect([x, y].every((at) => Number.isInteger(at) && Number(at) % 10 === 0)).toBe(true);
    }
    const places = drawn.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it("takes the broker and the topics from variables that it defines with a default", () => {
    const defined = (tab?.env ?? []).map(({ name }) => name);
    expect(defined).toEqual(
      expect.arrayContaining(["MQTT_HOST", "MQTT_PORT", "MQTT_BASE_TOPIC", "PLAYER_ID"]),
    );
    const text = JSON.stringify(nodes);
    const used = [...text.matchAll(/\$\{(\w+)\}|env\.get\(\\"(\w+)\\"\)/g)].map(([, a, b]) => a ?? b);
    expect(used.filter((variable) => !defined.includes(variable ?? ""))).toEqual([]);
    const broker = nodes.find(({ type }) => type === "mqtt-broker");
    expect(broker).toMatchObject({ broker: "${MQTT_HOST}", port: "${MQTT_PORT}" });
    const topics = drawn.filter(({ type }) => type.startsWith("mqtt")).map(({ topic }) => String(topic));
    expect(topics.filter((topic) => !/^(\$\{\w+\})?$/.test(topic))).toEqual([]);
  });

  it("asks for MQTT 5 only where it cannot do without", () => {
    const broker = nodes.find(({ type }) => type === "mqtt-broker");
    expect(broker?.["protocolVersion"]).toBe(name === "selector-mqtt5" ? "5" : "4");
  });

  it("carries no credentials", () => {
    expect(nodes.filter((node) => "credentials" in node)).toEqual([]);
  });

  it("retains no command", () => {
    const senders = drawn.filter(({ type }) => type === "mqtt out");
    expect(senders.filter(({ retain }) => retain !== "false")).toEqual([]);
  });
});

describe("the example flows", () => {
  it("share no ids, so that all of them can be imported", () => {
    expect(new Set(allNodes.map(({ id }) => id)).size).toBe(allNodes.length);
  });

  it("need nothing but what comes with Node-RED", async () => {
    await using stage = await setStage({ flow: "selector", broker: "embedded" });
    const sets = (await stage.nodeRed.get("/nodes")) as { module: string; types: string[] }[];
    const own = new Set(sets.filter(({ module }) => module === "node-red").flatMap(({ types }) => types));
    const types = allNodes.map(({ type }) => type).filter((type) => type !== "tab");
    expect(types.filter((type) => !own.has(type))).toEqual([]);
  });

  it("take what a person writes into the variables of the tab", async () => {
    await using stage = await setStage({ flow: "selector", broker: "embedded" });
    await stage.startBridge();
    await stage.deploy();
    await expect.poll(() => stage.nodeRed.shownBy("options").length).toBeGreaterThanOrEqual(2);
    const kitchen = readFlow("selector").map(({ env, ...node }) => ({
      ...node,
      ...(env && { env: env.map((one) => ({ ...one, value: one.value.replace('"player"', '"kitchen"') })) }),
    }));
    await stage.nodeRed.deployNodes(kitchen, "nodes");
    // A node that was deployed a moment ago may not be connected yet, and sends nothing then.
    const pressed = async (): Promise<number> => {
      await stage.nodeRed.press("input by tag: BT");
      return stage.observer.on("player2mqtt/kitchen/audio/input/set").length;
    };
    await expect.poll(pressed, { interval: 1000 }).toBeGreaterThan(0);
  });

  it("run side by side, with the broker inside the bridge and what is set once for all of them", async () => {
    await using stage = await setStage({
      flow: "selector",
      broker: "embedded",
      variables: { PLAYER_ID: "nobody" },
      settings: { "mqtt.url": "", "mqtt.baseTopic": "home/av", "player.id": "cinema" },
    });
    const variables = { MQTT_BASE_TOPIC: "home/av", PLAYER_ID: "cinema" };
    const env = Object.entries(variables).map(([name, value]) => ({ name, value, type: "str" }));
    const together = flowNames.filter((name) => name !== "selector-mqtt5");
    const outside: FlowNode = { id: "a1b2c3d4e5f60718", type: "global-config", env };
    await stage.nodeRed.deployNodes([...together.flatMap(readFlow), outside]);
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
