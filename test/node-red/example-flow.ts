import { readFileSync } from "node:fs";
import { join } from "node:path";

export const flowNames = [
  "selector",
  "selector-mqtt5",
  "now-playing",
  "automation",
  "watchdog",
  "queue-browser",
  "remote",
] as const;

export type FlowName = (typeof flowNames)[number];

export interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly z?: string;
  readonly name?: string;
  readonly label?: string;
  readonly info?: string;
  readonly x?: number;
  readonly y?: number;
  readonly topic?: string;
  readonly retain?: string;
  readonly wires?: readonly (readonly string[])[];
  readonly env?: readonly { readonly name: string; readonly type: string; readonly value: string }[];
  readonly [property: string]: unknown;
}

/** The file of an example flow, exactly as a person imports it. */
export function readFlow(name: FlowName): FlowNode[] {
  const path = join(import.meta.dirname, "../../examples/node-red", `${name}.json`);
  return JSON.parse(readFileSync(path, "utf8")) as FlowNode[];
}

export function brokerNode(id: string, port: number): FlowNode {
  return {
    id,
    type: "mqtt-broker",
    name: "Mosquitto",
    broker: "127.0.0.1",
    port: String(port),
    clientid: "",
    autoConnect: true,
    usetls: false,
    protocolVersion: "4",
    keepalive: "60",
    cleansession: true,
    autoUnsubscribe: true,
    birthTopic: "",
    closeTopic: "",
    willTopic: "",
    userProps: "",
    sessionExpiry: "",
  };
}
