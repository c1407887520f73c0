import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { type FlowNode, flowsWithNodes, plainFlows, readFlow } from "./example-flow.ts";

/** These have no place in the flow: the tab itself, and what the nodes share. */
const isDrawn = ({ type, x }: FlowNode): boolean => type !== "tab" && x !== undefined;

describe.each([...plainFlows, ...flowsWithNodes].map((file) => [basename(file), file]))(
  "the flow %s",
  (_, file) => {
    const nodes = readFlow(file);
    const [tab] = nodes;
    const drawn = nodes.filter(isDrawn);

    it("is one tab that explains itself, and has every node in its own place", () => {
      expect(nodes.filter(({ type }) => type === "tab")).toEqual([tab]);
      expect(tab?.label).not.toBe("");
      expect(nodes.some(({ type }) => type === "comment")).toBe(true);
      expect(drawn.filter(({ z }) => z !== tab?.id)).toEqual([]);
      const places = drawn.map(({ x, y }) => `${x} ${y}`);
      expect(new Set(places).size).toBe(places.length);
    });

    it("has plain variables with a default, and takes the broker from them, without credentials", () => {
      const shared = nodes.find(({ type }) => type === "global-config");
      const variables = [...(tab?.env ?? []), ...(shared?.env ?? [])];
      const defined = variables.map(({ name }) => name);
      expect(defined).toEqual(expect.arrayContaining(["MQTT_HOST", "MQTT_PORT"]));
      expect(variables.filter(({ type, value }) => !["str", "env"].includes(type) || value === "")).toEqual(
        [],
      );
      const text = JSON.stringify(nodes);
      const used = [...text.matchAll(/\$\{(\w+)\}|env\.get\(\\"(\w+)\\"\)/g)].map(([, a, b]) => a ?? b);
      expect(used.filter((variable) => !defined.includes(variable ?? ""))).toEqual([]);
      const broker = nodes.find(({ type }) => type === "mqtt-broker");
      expect(broker).toMatchObject({ broker: "${MQTT_HOST}", port: "${MQTT_PORT}" });
      expect(text).not.toContain("credentials");
    });
  },
);

describe.each(plainFlows)("the flow %s, which needs nothing but Node-RED,", (file) => {
  const nodes = readFlow(file);
  const drawn = nodes.filter(isDrawn);

  it("says what to set, and has every node named", () => {
    expect(nodes[0]?.info).toContain("MQTT_HOST");
    expect(nodes.find(({ type }) => type === "comment")?.info?.length).toBeGreaterThan(200);
    for (const { name } of drawn) expect(name).toMatch(/\S/);
  });

  it("takes its topics from variables, asks for MQTT 5 only where it cannot do without, and retains no command", () => {
    const topics = drawn.filter(({ type }) => type.startsWith("mqtt")).map(({ topic }) => String(topic));
    expect(topics.filter((topic) => !/^(\$\{\w+\})?$/.test(topic))).toEqual([]);
    const broker = nodes.find(({ type }) => type === "mqtt-broker");
    expect(broker?.["protocolVersion"]).toBe(file.endsWith("mqtt5.json") ? "5" : "4");
    expect(drawn.filter(({ type, retain }) => type === "mqtt out" && retain !== "false")).toEqual([]);
  });
});

describe("the example flows", () => {
  it.each([
    ["that need nothing but Node-RED", plainFlows, ["global-config", "mqtt-broker", "mqtt-broker"]],
    ["with our nodes", flowsWithNodes, ["global-config", "mqtt-broker", "player2mqtt-bridge"]],
  ])(
    "%s share what is not drawn, one of each, or a broker for MQTT 5 as well, and no other ids",
    (_, files, wanted) => {
      const all = files.flatMap(readFlow);
      const shared = new Map(
        all.filter((node) => !isDrawn(node) && node.type !== "tab").map((node) => [node.id, node]),
      );
      const types = [...shared.values()].map(({ type }) => type);
      expect(types.filter((type) => !type.startsWith("ui-")).toSorted()).toEqual(wanted);
      const own = all.filter(({ id }) => !shared.has(id));
      expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
      for (const node of all.filter(({ id }) => shared.has(id))) expect(node).toEqual(shared.get(node.id));
    },
  );

  it("with our nodes have no function code", () => {
    expect(flowsWithNodes.flatMap(readFlow).filter(({ type }) => type === "function")).toEqual([]);
  });
});
