import { type Absence, Directory } from "./directory.ts";
import { PlayerTopics } from "./player-topics.ts";
import { QuietPeriod } from "./quiet-period.ts";
import type { BrokerClient, BrokerNode, BrokerUser, Status } from "./red.ts";
import { isPosition, readValue, tryJson } from "./topic-value.ts";

/** The part of a link's life that a node listens to; each is optional. */
export interface LinkListener {
  /** Topics of a tracked player arrived, or were read anew after a connect. */
  topicsChanged?(id: string): void;
  /** A player, a bridge or the connection came or went. */
  presenceChanged?(): void;
  settled?(id: string, outcome: Readonly<Record<string, unknown>>): void;
  logged?(bridge: string, line: object): void;
}

/** Topics that every bridge or player has. */
const sharedLeaves = ["state", "info", "info/+", "availability", "result", "log"];

/** Bad user name or password, and not authorized: with MQTT 3.1.1, and with 5. */
const refusals: ReadonlySet<unknown> = new Set([4, 5, 134, 135]);

/** Outcomes that are remembered, so that one delivered twice counts once. */
const rememberedOutcomes = 256;

/**
 * The bridges and players below one base topic, over the connection of an `mqtt-broker` node. Its filters never overlap:
 * brokers may deliver a message once for each filter that it matches, and with MQTT 5 Node-RED may lose it then.
 */
export class BridgeLink {
  readonly base: string;
  readonly directory = new Directory();
  readonly #broker: BrokerNode;
  readonly #user: BrokerUser;
  readonly #listeners = new Set<LinkListener>();
  readonly #tracked = new Map<string, PlayerTopics>();
  readonly #replay: QuietPeriod;
  readonly #outcomes = new Set<string>();
  #look: NodeJS.Immediate | undefined;
  #watched: BrokerClient | undefined;
  #isConnected = false;
  #isRefused = false;
  #isSettled = false;

  constructor(broker: BrokerNode, base: string, reference: string) {
    this.#broker = broker;
    this.base = base;
    const status = ({ fill }: Status): void => {
      this.#connectionIs(fill === "green");
      // The broker node tells that it connects before it has the client for that.
      clearImmediate(this.#look);
      this.#look = setImmediate(() => this.#watch(this.#broker.client));
    };
    this.#user = { id: reference, status };
    this.#replay = new QuietPeriod(() => this.#endReplay());
  }

  /** Subscribes, and connects the broker node if nothing else uses it. */
  open(): void {
    for (const leaf of sharedLeaves) {
      this.#subscribe(`+/${leaf}`, (name, leaf, payload) => {
        this.#receive(name, leaf, Buffer.from(payload).toString("utf8"));
      });
    }
    this.#broker.register(this.#user);
    if (this.#broker.connected) this.#connectionIs(true);
  }

  /** Unsubscribes; the broker node disconnects only if it has no other user, and is not needed again at once. */
  close(isRemoved: boolean): Promise<void> {
    this.#replay.stop();
    clearImmediate(this.#look);
    this.#listeners.clear();
    this.#watched?.off("error", this.#failed);
    for (const leaf of sharedLeaves) this.#unsubscribe(`+/${leaf}`);
    for (const topics of this.#tracked.values()) this.#untrack(topics);
    this.#tracked.clear();
    return new Promise((resolve) => this.#broker.deregister(this.#user, resolve, isRemoved));
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Whether all retained messages have arrived. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  listen(listener: LinkListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Follows the topics of a player until `stop` is called. */
  track(id: string): { readonly topics: PlayerTopics; readonly stop: () => void } {
    const topics = this.#tracked.get(id) ?? this.#beginTracking(id);
    topics.users += 1;
    let isOver = false;
    const stop = (): void => {
      if (isOver) return;
      isOver = true;
      topics.users -= 1;
      if (topics.users > 0 || this.#tracked.get(id) !== topics) return;
      this.#tracked.delete(id);
      this.#untrack(topics);
    };
    return { topics, stop };
  }

  /** Why a player cannot be used; undefined while it can. */
  absenceOf(id: string): Absence | undefined {
    return this.#isConnected ? this.directory.absenceOf(id) : "broker";
  }

  /** Publishes a command. Throws while there is no connection: the broker node would drop it in silence. */
  publish(id: string, control: string, payload: string, done: (error?: Error | null) => void): void {
    if (!this.#broker.connected) throw new Error("not connected to the broker");
    const topic = `${this.base}/${id}/${control}/set`;
    this.#broker.publish({ topic, payload, qos: 1, retain: false }, done);
  }

  #subscribe(filter: string, listener: (name: string, leaf: string, payload: Uint8Array) => void): void {
    const { protocolVersion } = this.#broker.options ?? {};
    const options = protocolVersion === 5 ? ({ qos: 1, rap: true, rh: 0 } as const) : ({ qos: 1 } as const);
    const receive = (topic: string, payload: Uint8Array): void => {
      const rest = topic.slice(this.base.length + 1);
      const cut = rest.indexOf("/");
      if (topic.startsWith(`${this.base}/`) && cut > 0) {
        listener(rest.slice(0, cut), rest.slice(cut + 1), payload);
      }
    };
    this.#broker.subscribe(`${this.base}/${filter}`, options, receive, this.#user.id);
  }

  #unsubscribe(filter: string): void {
    this.#broker.unsubscribe(`${this.base}/${filter}`, this.#user.id, true);
  }

  #beginTracking(id: string): PlayerTopics {
    const topics = new PlayerTopics(id, () => {
      topics.endReplay(this.directory.hasOnlineBridge);
      this.#tell("topicsChanged", id);
    });
    this.#tracked.set(id, topics);
    for (const filter of topics.filters) {
      this.#subscribe(filter, (_, leaf, payload) => this.#receiveOf(topics, leaf, payload));
    }
    if (this.#isConnected) topics.beginReplay();
    return topics;
  }

  #untrack(topics: PlayerTopics): void {
    topics.stop();
    for (const filter of topics.filters) this.#unsubscribe(filter);
  }

  #receiveOf(topics: PlayerTopics, leaf: string, payload: Uint8Array): void {
    if (!topics.receive(leaf, readValue(leaf, payload))) return;
    if (topics.isSettled) this.#tell("topicsChanged", topics.id);
    else if (!isPosition(leaf)) topics.replay.extend();
  }

  #receive(name: string, leaf: string, text: string): void {
    if (leaf === "result") return this.#receiveOutcome(name, text);
    if (leaf === "log") {
      const line = tryJson(text);
      if (line !== undefined) this.#tell("logged", name, line);
      return;
    }
    this.directory.update(name, leaf, text);
    if (this.#isSettled) this.#tell("presenceChanged");
    else this.#replay.extend();
  }

  #receiveOutcome(name: string, text: string): void {
    const outcome = tryJson(text) as Readonly<Record<string, unknown>> | undefined;
    if (outcome === undefined) return;
    // QoS 1 may deliver it twice, word for word the same. Without a transaction two may be alike and both be meant.
    if (outcome["transaction"] !== undefined) {
      if (this.#outcomes.has(text)) return;
      this.#outcomes.add(text);
      const [oldest] = this.#outcomes;
      if (this.#outcomes.size > rememberedOutcomes && oldest !== undefined) this.#outcomes.delete(oldest);
    }
    this.#tell("settled", name, outcome);
  }

  /** The broker node keeps to itself why it cannot connect. */
  #watch(client: BrokerClient | undefined): void {
    if (client === undefined || client === this.#watched) return;
    this.#watched?.off("error", this.#failed);
    this.#watched = client;
    client.on("error", this.#failed);
  }

  readonly #failed = (error: { readonly code?: unknown }): void => {
    const isRefused = refusals.has(error.code);
    if (isRefused === this.#isRefused) return;
    this.#isRefused = isRefused;
    this.#tell("presenceChanged");
  };

  #connectionIs(isConnected: boolean): void {
    if (isConnected) this.#isRefused = false;
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    this.#isSettled = false;
    this.#replay.stop();
    for (const topics of this.#tracked.values()) topics.stop();
    if (isConnected) {
      // A topic that became empty meanwhile has no retained message: what does not come now is gone.
      this.directory.beginReplay();
      this.#replay.start();
      for (const topics of this.#tracked.values()) topics.beginReplay();
    }
    this.#tell("presenceChanged");
  }

  #endReplay(): void {
    this.#isSettled = true;
    this.directory.endReplay();
    this.#tell("presenceChanged");
  }

  #tell<Name extends keyof LinkListener>(
    name: Name,
    ...args: Parameters<NonNullable<LinkListener[Name]>>
  ): void {
    for (const listener of this.#listeners) {
      (listener[name] as ((...args: unknown[]) => void) | undefined)?.(...args);
    }
  }
}
