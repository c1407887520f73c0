import { expect } from "vitest";
import { brokerNode, type FlowNode } from "./example-flow.ts";
import type { Stage } from "./stage.ts";

export const id = "player";
export const base = `player2mqtt/${id}`;
/** Reads what plays each second. */
export const quick = { "poll.state": "* * * * * *" };

/** A flow with these nodes, each wired to a debug node: `state` shows on `state`. */
export function flowOf(port: number, ...nodes: readonly Partial<FlowNode>[]): FlowNode[] {
  const config: FlowNode[] = [
    { id: "tab", type: "tab", label: "Test" },
    brokerNode("broker", port),
    { id: "bridge", type: "player2mqtt-bridge", broker: "broker", baseTopic: "player2mqtt" },
  ];
  const debug = { type: "debug", active: true, tosidebar: true, complete: "true", wires: [] };
  return config.concat(
    nodes.flatMap((node, index) => {
      const name = String(node.name);
      const place = { z: "tab", x: 200, y: 60 * (index + 1) };
      const shown = `debug ${name}`;
      return [
        { ...place, id: name, type: "", bridge: "bridge", player: id, ...node, wires: [[shown]] },
        { ...place, ...debug, id: shown, name },
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

export const shown = (stage: Stage, name: string) => stage.nodeRed.shownBy(name) as Record<string, unknown>[];
export const payloads = (stage: Stage, name: string) => shown(stage, name).map(({ payload }) => payload);

export async function startBridge(stage: Stage): Promise<void> {
  await stage.startBridge();
  await expect.poll(() => stage.observer.on(`${base}/availability`)).toContain("online");
  await expect.poll(() => stage.observer.on("player2mqtt/bridge/state").at(-1)).toBe("online");
}

/** Publishes what a bridge would: itself and its player as online. */
export async function setScene({ observer }: Stage): Promise<void> {
  await observer.publish("player2mqtt/bridge/state", "online", { retain: true });
  await observer.publish(`${base}/info`, JSON.stringify({ id, name: id }), { retain: true });
  await observer.publish(`${base}/availability`, "online", { retain: true });
}
