import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request, WebSocket } from "undici";
import { inject } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { FlowNode } from "./example-flow.ts";
import { copyNodes, folderOf, nodeFor } from "./install-runtime.ts";

export interface Shown {
  readonly by: string;
  readonly payload: unknown;
}

interface Status {
  readonly fill?: string;
  readonly shape?: string;
  readonly text?: string;
}

export interface NodeRedOptions {
  /** Set in the environment of tabs and of Node-RED, as a person does, where the flow defines them. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether Dashboard 2 is installed. */
  readonly hasDashboard?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A Node-RED in a process of its own, used as a person does: import, deploy, press buttons, read the sidebar. */
export class NodeRed implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly url: string;
  #comms: WebSocket | undefined;
  readonly #statuses = new Map<string, Status>();
  readonly log: string[] = [];
  readonly shown: Shown[] = [];
  readonly #release: ((nodeRed: NodeRed) => void) | undefined;
  #variables: Readonly<Record<string, string>> = {};
  #nodes: readonly FlowNode[] = [];
  #deployedAt = 0;

  /** With `release`, it is handed back after a test for the next one; without, it ends. */
  constructor(process: ChildProcess, port: number, release?: (nodeRed: NodeRed) => void) {
    this.#process = process;
    this.#release = release;
    this.url = `http://127.0.0.1:${port}`;
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => this.log.push(text));
    }
  }

  /** Begins a test with a sidebar of its own: what is still on its way to the one before is dropped. */
  async begin(variables: Readonly<Record<string, string>>): Promise<void> {
    this.#variables = variables;
    this.#deployedAt = 0;
    this.#statuses.clear();
    for (const list of [this.log, this.shown]) list.length = 0;
    const comms = new WebSocket(`${this.url.replace("http", "ws")}/comms`);
    this.#comms = comms;
    comms.addEventListener("message", ({ data }) => {
      if (comms !== this.#comms) return;
      for (const message of [JSON.parse(String(data))].flat()) this.#hear(message);
    });
    await once(comms, "open");
    for (const topic of ["debug", "status/#"]) comms.send(JSON.stringify({ subscribe: topic }));
  }

  /** Replaces what is deployed: everything is started anew, or only what is different. */
  async deployNodes(nodes: readonly FlowNode[], type: "full" | "nodes" = "full"): Promise<void> {
    const set = nodes.map((node) => withVariables(node, this.#variables));
    this.#nodes = set;
    // Node-RED keeps what nodes show until they show something else.
    if (type === "full") this.#statuses.clear();
    this.#deployedAt = this.log.length;
    await this.#post("/flows", set, 204, { "node-red-deployment-type": type });
  }

  async connected(): Promise<void> {
    const nodes = this.#nodes.filter(({ type }) => type === "mqtt in" || type === "mqtt out");
    await eventually(() => {
      // Not all nodes show it.
      if (!this.log.slice(this.#deployedAt).join("").includes("Connected to broker"))
        throw new Error("not connected");
      const waiting = nodes.filter(({ id }) => this.#statuses.get(id)?.fill !== "green");
      if (waiting.length > 0) throw new Error(`not connected: ${waiting.map(({ name }) => name).join(", ")}`);
    });
  }

  /** Presses the button of an inject node. */
  async press(name: string): Promise<void> {
    // A flow starts a little after the answer to its deploy.
    await eventually(() => this.#post(`/inject/${this.#find(name).id}`, {}, 200));
  }

  status(name: string): Status {
    return this.#statuses.get(this.#find(name).id) ?? {};
  }

  /** Color, shape and text of a status in one line. */
  look(name: string): string {
    const { fill, shape, text } = this.status(name);
    return [fill, shape, text].filter(Boolean).join(" ");
  }

  statusOf(id: string): Status {
    return this.#statuses.get(id) ?? {};
  }

  shownBy(name: string): unknown[] {
    return this.shown.filter(({ by }) => by === name).map(({ payload }) => payload);
  }

  /** The answer to an admin request. */
  async get(path: string): Promise<unknown> {
    const { body } = await request(`${this.url}${path}`, { headers: { accept: "application/json" } });
    return body.json();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#comms?.close();
    this.#comms = undefined;
    if (this.#release === undefined) return this.#end();
    await this.deployNodes([]);
    this.#release(this);
  }

  async #end(): Promise<void> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) {
      const gone = once(this.#process, "exit");
      this.#process.send("end");
      const deadline = setTimeout(() => this.#process.kill("SIGKILL"), 10_000);
      await gone;
      clearTimeout(deadline);
    }
  }

  #find(name: string): FlowNode {
    const node = this.#nodes.find((node) => node.name === name);
    if (node === undefined) throw new Error(`no node "${name}" is deployed`);
    return node;
  }

  async #post(
    path: string,
    content: unknown,
    wanted: number,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { statusCode, body } = await request(`${this.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(content),
    });
    const text = await body.text();
    if (statusCode !== wanted) throw new Error(`${path}: HTTP ${statusCode} ${text}`);
  }

  #hear(message: unknown): void {
    const { topic = "", data } = message as { topic?: string; data?: unknown };
    if (topic === "debug") {
      const { name, msg, format } = data as { name: string; msg: string; format: string };
      const isJson = !format.startsWith("string");
      this.shown.push({ by: name, payload: isJson ? JSON.parse(msg) : msg });
    } else if (topic.startsWith("status/")) {
      this.#statuses.set(topic.slice("status/".length), data as Status);
    }
  }
}

function withVariables(node: FlowNode, variables: Readonly<Record<string, string>>): FlowNode {
  if (node.env === undefined) return node;
  return { ...node, env: node.env.map((one) => ({ ...one, value: variables[one.name] ?? one.value })) };
}

/** Those without special settings that no test uses at the moment. They end with this process. */
const idle: NodeRed[] = [];

/** A Node-RED for a test: one without special settings is used by one test after another. */
export async function startNodeRed(options: NodeRedOptions = {}): Promise<NodeRed> {
  const { variables = {}, hasDashboard = false, settings } = options;
  const isPlain = !hasDashboard && settings === undefined;
  const nodeRed =
    (isPlain ? idle.pop() : undefined) ??
    (await start(hasDashboard, settings ?? {}, isPlain ? (one) => idle.push(one) : undefined));
  await nodeRed.begin(variables);
  return nodeRed;
}

async function start(
  hasDashboard: boolean,
  settings: Readonly<Record<string, unknown>>,
  release: ((nodeRed: NodeRed) => void) | undefined,
): Promise<NodeRed> {
  const userDir = mkdtempSync(join(tmpdir(), "player2mqtt-node-red-"));
  copyNodes(inject("palette"), userDir);
  if (hasDashboard) {
    const dashboard = "node_modules/@flowfuse/node-red-dashboard";
    mkdirSync(join(userDir, "node_modules/@flowfuse"));
    symlinkSync(join(folderOf("dashboard"), dashboard), join(userDir, dashboard));
  }
  const script = join(import.meta.dirname, "node-red-process.mjs");
  const major = inject("nodeRedMajor");
  const child = fork(script, [folderOf(`node-red-${major}`), userDir, JSON.stringify(settings)], {
    silent: true,
    execPath: nodeFor(major),
    // Nothing of the test run: its loaders are not for Node-RED, its settings not for the flows.
    execArgv: [],
    env: { PATH: process.env["PATH"] },
  });
  const written: string[] = [];
  child.stderr?.setEncoding("utf8").on("data", (text: string) => written.push(text));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", ({ port }: { port: number }) => {
      resolve(port);
    });
    child.once("exit", () => {
      reject(new Error(`Node-RED did not start: ${written.join("")}`));
    });
  });
  return new NodeRed(child, port, release);
}
