import { expect } from "vitest";
import { brokerNode, type FlowNode } from "./example-flow.ts";
import type { Stage } from "./stage.ts";

/** The player of the stage. */
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
        ...(node.type === "player2mqtt-command"
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

/** The messages that a debug node has shown. */
export const shown = (stage: Stage, name: string) => stage.nodeRed.shownBy(name) as Record<string, unknown>[];
export const payloads = (stage: Stage, name: string) => shown(stage, name).map(({ payload }) => payload);

/** Starts the bridge; resolves when a flow can use the player. */
export async function startBridge(stage: Stage): Promise<void> {
  await stage.startBridge();
  await expect.poll(() => stage.observer.on(`${base}/availability`)).toContain("online");
  await expect.poll(() => stage.observer.on("player2mqtt/bridge/state").at(-1)).toBe("online");
}

/** Deploys these nodes. */
export async function deploy(stage: Stage, ...nodes: readonly Partial<FlowNode>[]): Promise<void> {
  await stage.nodeRed.deployNodes(flowOf(stage.cable.port, ...nodes));
}
