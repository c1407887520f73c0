import { EventEmitter } from "node:events";
import { isDeepStrictEqual } from "node:util";
import type { BridgeLink } from "../../node-red/src/runtime/bridge-link.ts";
import { registerNodes } from "../../node-red/src/runtime/player2mqtt.ts";
import type {
  AdminRequest,
  AdminResponse,
  BrokerUser,
  FlowMessage,
  Red,
  Status,
} from "../../node-red/src/runtime/red.ts";
import { matchesFilter } from "../support/matches-filter.ts";

type Listener = (topic: string, payload: Uint8Array) => void;

/** An `mqtt-broker` node with its broker. Whoever is sent a message twice has filters that overlap, which fails the test. */
export class FakeBroker extends EventEmitter {
  readonly id = "broker";
  readonly options: { readonly protocolVersion: 4 | 5 };
  /** What is retained, by its topic. */
  readonly retained: Map<string, string>;
  readonly filters = new Map<string, Listener>();
  readonly users = new Map<string, BrokerUser>();
  readonly clients: EventEmitter[] = [];
  /** What the nodes have published, whole. */
  readonly published: unknown[] = [];
  connected = false;

  constructor(retained: Iterable<readonly [string, string]> = [], protocolVersion: 4 | 5 = 5) {
    super();
    this.retained = new Map(retained);
    this.options = { protocolVersion };
  }

  get client(): EventEmitter | undefined {
    return this.clients.at(-1);
  }

  register(user: BrokerUser): void {
    this.users.set(user.id, user);
  }

  deregister({ id }: BrokerUser, done: () => void, disconnectIfLast: boolean): void {
    this.users.delete(id);
    if (disconnectIfLast && this.users.size === 0) this.disconnect();
    setImmediate(done);
  }

  subscribe(filter: string, options: object, listener: Listener, reference: string): void {
    const key = `${reference}|${filter}`;
    const wanted = this.options.protocolVersion === 5 ? { qos: 1, rap: true, rh: 0 } : { qos: 1 };
    if (!isDeepStrictEqual(options, wanted)) throw new Error(`wrong options of ${filter}`);
    if (this.filters.has(key)) throw new Error(`${filter} is subscribed twice`);
    this.filters.set(key, listener);
    if (this.connected) this.#replay(key);
  }

  unsubscribe(filter: string, reference: string, isRemoved: boolean): void {
    if (!isRemoved) throw new Error(`${filter} stays subscribed`);
    this.filters.delete(`${reference}|${filter}`);
  }

  publish(message: { readonly payload: string }, done: (error?: Error | null) => void): void {
    this.published.push({ ...message, payload: JSON.parse(message.payload) });
    setImmediate(done, null);
  }

  connect(): void {
    // Node-RED itself listens, too.
    this.clients.push(new EventEmitter().on("error", () => {}));
    this.#show("yellow");
    this.connected = true;
    this.#show("green");
    for (const key of this.filters.keys()) this.#replay(key);
  }

  /** Lets nobody in. */
  refuse(code: number): void {
    this.clients.push(new EventEmitter().on("error", () => {}));
    this.#show("yellow");
    setImmediate(() => this.client?.emit("error", { code }));
  }

  disconnect(): void {
    this.connected = false;
    this.#show("red");
  }

  /** Somebody else publishes. */
  tell(topic: string, payload: string, retain = true): void {
    if (retain && payload === "") this.retained.delete(topic);
    else if (retain) this.retained.set(topic, payload);
    if (!this.connected) return;
    const heard = [...this.filters].filter(([key]) => matches(key, topic));
    const references = heard.map(([key]) => key.split("|")[0]);
    if (new Set(references).size < references.length) throw new Error(`${topic} is sent twice`);
    for (const [, listener] of heard) listener(topic, Buffer.from(payload));
  }

  #show(fill: "green" | "red" | "yellow"): void {
    for (const user of this.users.values()) user.status({ fill });
  }

  #replay(key: string): void {
    setTimeout(() => {
      if (!this.connected) return;
      for (const [topic, payload] of this.retained)
        if (matches(key, topic)) this.filters.get(key)?.(topic, Buffer.from(payload));
    }, 5);
  }
}

function matches(key: string, topic: string): boolean {
  return matchesFilter(key.slice(key.indexOf("|") + 1), topic);
}

/** A node of a flow, with all that it has sent and the last thing that it has shown. */
export class FakeNode extends EventEmitter {
  readonly id: string;
  readonly sent: FlowMessage[] = [];
  readonly errors: unknown[] = [];
  /** Messages that came in and are not done yet. */
  open = 0;
  readonly shown: Status[] = [];

  constructor(id: string) {
    super();
    this.id = id;
  }

  readonly send = (message: FlowMessage | readonly (FlowMessage | null)[]): void => {
    const [one, other] = [message].flat();
    // The second output has what was not done.
    this.sent.push(structuredClone(one ?? { notDone: other }));
  };

  status(status: Status): void {
    this.shown.push(status);
  }

  error(error: unknown): void {
    this.errors.push(error);
  }

  /** Color, shape and text in one line. */
  get look(): string {
    const { fill, shape, text } = this.shown.at(-1) ?? {};
    return [fill, shape, text?.replace("player2mqtt.status.", "")].filter(Boolean).join(" ");
  }

  /** What it has sent, without commands that were not done: a node that is closed still says that it does not wait. */
  get news(): readonly FlowMessage[] {
    return this.sent.filter((message) => !("notDone" in message));
  }

  get payloads(): unknown[] {
    return this.sent.map(({ payload }) => payload);
  }

  receive(message: FlowMessage): void {
    this.open += 1;
    this.emit("input", message, this.send, (error?: unknown) => {
      this.open -= 1;
      if (error !== undefined) this.error(error);
    });
  }
}

type Handler = (request: AdminRequest, response: AdminResponse) => void;

/** A Node-RED that runs the nodes of the palette and one broker node. */
export class FakeRed {
  /** The broker node as it was deployed last. */
  broker: FakeBroker;
  /** The nodes that run, config nodes as well. */
  readonly nodes = new Map<string, FakeNode>();
  /** Those that were closed, each with what it had sent and shown by then. */
  readonly closed: { readonly node: FakeNode; readonly had: readonly number[] }[] = [];
  /** Environment variables, by the tab and their name. */
  variables: Readonly<Record<string, string>> = {};
  /** What listens to the links of bridge nodes. */
  readonly listening = new Set<object>();
  readonly #types = new Map<string, (this: FakeNode, config: object) => void>();
  readonly #routes: (readonly [path: string, permission: string, handler: Handler])[] = [];
  #lastId = 0;

  constructor(broker = new FakeBroker()) {
    this.broker = broker;
    const red = {
      nodes: {
        createNode: () => {},
        registerType: (type: string, construct: (this: FakeNode, config: object) => void) =>
          this.#types.set(type, construct),
        getNode: (id: string) => (id === "broker" ? this.broker : this.nodes.get(id)),
      },
      util: {
        getSetting: ({ z }: { readonly z?: string }, name: string) => this.variables[`${z} ${name}`],
        generateId: () => String((this.#lastId += 1)),
        cloneMessage: structuredClone,
        evaluateNodeProperty: (
          name: string,
          type: string,
          _node: FakeNode,
          message: FlowMessage,
          done: (error: Error | null, value?: unknown) => void,
        ) => (type === "jsonata" ? done(new Error(name)) : done(null, message[name])),
      },
      auth: { needsPermission: (permission: string) => permission },
      httpAdmin: {
        get: (path: string, permission: string, handler: Handler) =>
          this.#routes.push([path, permission, handler]),
      },
      _: (key: string) => key,
    };
    registerNodes(red as unknown as Red);
  }

  deploy(type: string, config: Readonly<Record<string, unknown>> & { readonly id: string }): FakeNode {
    const { id, z, _alias } = config;
    const node = Object.assign(new FakeNode(id), { z, _alias });
    this.nodes.set(id, node);
    this.#types.get(`player2mqtt-${type}`)?.call(node, config);
    const { link } = node as { readonly link?: BridgeLink };
    if (link !== undefined) this.#watch(link);
    return node;
  }

  /** Closes nodes, by default all of them: the config nodes as Node-RED does, together with the others. */
  async close(ids: readonly string[] = [...this.nodes.keys()], isRemoved = false): Promise<void> {
    const closed = ids.flatMap((id) => this.nodes.get(id) ?? []);
    await Promise.all(
      closed.flatMap((node) =>
        node.listeners("close").map((listen) => new Promise((done) => listen.call(node, isRemoved, done))),
      ),
    );
    for (const id of ids) this.nodes.delete(id);
    for (const node of closed) this.closed.push({ node, had: [node.news.length, node.shown.length] });
  }

  #watch(link: BridgeLink): void {
    const listen = link.listen.bind(link);
    link.listen = (listener) => {
      const unlisten = listen(listener);
      this.listening.add(listener);
      return () => this.listening.delete(listener) && unlisten();
    };
  }

  /** What the editor is answered at an address, and what it must be allowed for that. */
  async ask(
    address: string,
    query: AdminRequest["query"] = {},
  ): Promise<{ permission: string; code: number; body: unknown }> {
    for (const [path, permission, handler] of this.#routes) {
      const pattern = path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)");
      const found = new RegExp(`^${pattern}$`).exec(`/player2mqtt/${address}`)?.groups;
      if (found === undefined) continue;
      const parts = Object.entries(found).map(([name, text]) => [name, decodeURIComponent(text)]);
      const params = Object.fromEntries(parts) as AdminRequest["params"];
      return new Promise((resolve) => {
        let code = 200;
        const response: AdminResponse = {
          status: (wanted) => {
            code = wanted;
            return response;
          },
          json: (body) => resolve({ permission, code, body }),
        };
        handler({ params, query }, response);
      });
    }
    throw new Error(`no route ${address}`);
  }
}
