/** The parts of Node-RED that the nodes use. Only these are declared, so that no typings have to be installed. */
export interface Red {
  readonly nodes: {
    createNode(node: object, config: object): void;
    registerType(type: string, constructor: (this: RedNode, config: never) => void): void;
    getNode(id: string): unknown;
  };
  readonly util: {
    /** The value of an environment variable where a node is: its group, tab, subflow, Node-RED or the process. */
    getSetting(node: RedNode, name: string): string | number | boolean | undefined;
    generateId(): string;
    cloneMessage<T>(message: T): T;
    evaluateNodeProperty(
      value: string,
      type: string,
      node: RedNode,
      message: FlowMessage,
      callback: (error: Error | null, value: unknown) => void,
    ): void;
  };
  readonly auth: { needsPermission(permission: string): RequestHandler };
  readonly httpAdmin: { get(path: string, ...handlers: readonly RequestHandler[]): void };
  readonly log: { warn(text: string): void };
  /** Translates into the language of the server. */
  _(key: string, values?: Readonly<Record<string, unknown>>): string;
}

export interface FlowMessage {
  [property: string]: unknown;
}

export interface Status {
  readonly fill?: "red" | "green" | "yellow" | "blue" | "grey";
  readonly shape?: "ring" | "dot";
  readonly text?: string;
}

type Send = (message: FlowMessage | readonly (FlowMessage | null)[]) => void;

export interface RedNode {
  readonly id: string;
  /** The tab, or the instance of a subflow, that it is in. */
  readonly z?: string;
  /** In an instance of a subflow: the id that the editor knows it by. */
  readonly _alias?: string;
  readonly send: Send;
  status(status: Status): void;
  error(error: unknown, message?: FlowMessage): void;
  on(
    event: "input",
    listener: (
      message: FlowMessage,
      send: Send,
      done: (error?: Error | string) => void,
    ) => void | Promise<void>,
  ): void;
  on(event: "close", listener: (isRemoved: boolean, done: () => void) => void): void;
}

export interface AdminRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

export interface AdminResponse {
  status(code: number): AdminResponse;
  json(body: unknown): void;
}

type RequestHandler = (request: AdminRequest, response: AdminResponse, next: () => void) => void;

/** Node-RED's own `mqtt-broker` node, as its MQTT nodes use it: one connection for all of them. */
export interface BrokerNode extends RedNode {
  /** The connection; another one after each deploy, and after the broker node was told to connect. */
  readonly client?: BrokerClient;
  readonly connected: boolean;
  readonly options?: { readonly protocolVersion?: number };
  /** The status of a registered user is set whenever the connection changes. */
  register(user: BrokerUser): void;
  deregister(user: BrokerUser, done: () => void, disconnectIfLast: boolean): void;
  subscribe(
    topic: string,
    options: { readonly qos: 0 | 1 | 2; readonly rap?: boolean; readonly rh?: 0 | 1 | 2 },
    listener: (topic: string, payload: Uint8Array) => void,
    reference: string,
  ): void;
  unsubscribe(topic: string, reference: string, isRemoved: boolean): void;
  /** Does nothing, and never calls back, while there is no connection. */
  publish(
    message: { readonly topic: string; readonly payload: string; readonly qos: 1; readonly retain: false },
    done: (error?: Error | null) => void,
  ): void;
}

/** The part of the MQTT client that tells why there is no connection. */
export interface BrokerClient {
  on(event: "error", listener: (error: { readonly code?: unknown }) => void): void;
  off(event: "error", listener: (error: { readonly code?: unknown }) => void): void;
}

export interface BrokerUser {
  readonly id: string;
  status(status: Status): void;
}

/** Whether a node is an `mqtt-broker` that can be shared. */
export function isBrokerNode(node: unknown): node is BrokerNode {
  if (typeof node !== "object" || node === null) return false;
  const wanted = ["register", "deregister", "subscribe", "unsubscribe", "publish"];
  return wanted.every((name) => typeof (node as Record<string, unknown>)[name] === "function");
}
