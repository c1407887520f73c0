import { expect } from "vitest";
import { brokerNode, type FlowNode } from "./example-flow.ts";
import type { Stage } from "./stage.ts";

export const id = "player";
export const base = `player2mqtt/${id}`;
/** Reads what plays each second. */
export const quick = { "poll.state": "* * * * * *" };

/** A flow with these nodes, each wired to a debug node for each of its outputs: `state` shows on `state`, or on `state 2`. */
export function flowOf(port: number, ...nodes: readonly Partial<FlowNode>[]): FlowNode[] {
  const config: FlowNode[] = [
    { id: "tab", type: "tab", label: "Test" },
    brokerNode("broker", port),
    { id: "bridge", type: "player2mqtt-bridge", broker: "broker", baseTopic: "player2mqtt" },
  ];
  return config.concat(
    nodes.flatMap((node, index) => {
      const name = String(node.name);
      const outputs = node.type === "player2mqtt-command" ? [name, `${name} 2`] : [name];
      const place = { z: "tab", x: 200, y: 60 * (index + 1) };
      const shown = outputs.map((output) => ({
        ...place,
        id: `debug ${output}`,
        type: "debug",
        name: output,
      }));
      return [
        {
          ...place,
          id: name,
          type: "",
          bridge: "bridge",
          player: id,
          ...node,
          wires: outputs.map((output) => [`debug ${output}`]),
        },
        ...shown.map((debug) => ({ ...debug, active: true, tosidebar: true, complete: "true", wires: [] })),
        // Whatever takes a message has a button.
        ...(node.type !== "player2mqtt-events"
          ? [
              {
                ...place,
                id: `inject ${name}`,
                type: "inject",
                name: `press ${name}`,
                props: [],
                wires: [[name]],
              },
            ]
          : []),
      ];
    }),
  );
}

export const state = (name: string, follow: string, more: object = {}) => ({
  type: "player2mqtt-state",
  name,
  follow,
  initial: true,
  positions: false,
  ...more,
});
export const command = (name: string, control: string, value: string, more: object = {}) => ({
  type: "player2mqtt-command",
  name,
  control,
  value,
  valueType: "option",
  timeout: "",
  ...more,
});

export const shown = (stage: Stage, name: string) => stage.nodeRed.shownBy(name) as Record<string, unknown>[];
export const payloads = (stage: Stage, name: string) => shown(stage, name).map(({ payload }) => payload);

export async function startBridge(stage: Stage): Promise<void> {
  await stage.startBridge();
  await expect.poll(() => stage.observer.on(`${base}/availability`)).toContain("online");
  await expect.poll(() => stage.observer.on("player2mqtt/bridge/state").at(-1)).toBe("online");
}

export async function deploy(stage: Stage, ...nodes: readonly Partial<FlowNode>[]): Promise<void> {
  await stage.nodeRed.deployNodes(flowOf(stage.cable.port, ...nodes));
}

/** Deploys nodes with an input, each beside the message that its button sends. */
export async function deployWithMessages(
  stage: Stage,
  pairs: readonly (readonly [Partial<FlowNode>, object])[],
): Promise<void> {
  const nodes = flowOf(stage.cable.port, ...pairs.map(([node]) => node));
  const messages = new Map(pairs.map(([{ name }, message]) => [`press ${String(name)}`, message]));
  await stage.nodeRed.deployNodes(
    nodes.map((node) => {
      const entries = Object.entries(messages.get(String(node.name)) ?? {});
      return node.type === "inject"
        ? { ...node, props: entries.map(([p, v]) => ({ p, v: JSON.stringify(v), vt: "jsonata" })) }
        : node;
    }),
  );
}

/** Publishes what a bridge would: itself as online, and players with their availability and their names. */
export async function setScene(
  stage: Stage,
  players: Readonly<Record<string, "online" | "offline">>,
  names: Readonly<Record<string, string>> = {},
): Promise<void> {
  const publish = (leaf: string, payload: string) =>
    stage.observer.publish(`player2mqtt/${leaf}`, payload, { retain: true });
  await publish("bridge/state", "online");
  for (const [player, availability] of Object.entries(players)) {
    await publish(`${player}/info`, JSON.stringify({ id: player, name: names[player] ?? player }));
    await publish(`${player}/availability`, availability);
  }
}
