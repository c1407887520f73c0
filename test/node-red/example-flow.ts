import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "../..");
const filesIn = (folder: string) => readdirSync(join(root, folder)).map((file) => join(root, folder, file));

/** The flows that need nothing but Node-RED, and those with our nodes, as a person imports them: the paths of their files. */
export const plainFlows = filesIn("examples/node-red");
export const flowsWithNodes = filesIn("node-red/examples");

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

/** The flow of a file, or of one with this name. */
export function readFlow(name: string): FlowNode[] {
  const path = [...plainFlows, ...flowsWithNodes].find(
    (file) => file === name || basename(file, ".json") === name,
  );
  if (path === undefined) throw new Error(`there is no flow ${name}`);
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
