import {
  connectAsync,
  type IClientOptions,
  type IClientPublishOptions,
  type IClientSubscribeOptions,
  type MqttClient,
} from "mqtt";

export interface Seen {
  readonly topic: string;
  readonly text: string;
  readonly bytes: Buffer;
  readonly retain: boolean;
  readonly correlation: Buffer | undefined;
  readonly atMs: number;
}

export class TestClient implements AsyncDisposable {
  readonly seen: Seen[] = [];
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  readonly #client: MqttClient;
  readonly #state = new Map<string, string>();

  private constructor(client: MqttClient) {
    this.#client = client;
    this.closed = new Promise((resolve) => {
      client.once("close", resolve);
    });
    client.on("message", (topic, payload, { retain, properties }) => {
      const [text, correlation] = [payload.toString(), properties?.correlationData];
      this.seen.push({ topic, text, bytes: payload, retain, correlation, atMs: Date.now() });
      if (text === "") this.#state.delete(topic);
      else this.#state.set(topic, text);
    });
  }

  /** Connects, by default with MQTT 5, and subscribes to the filters. */
  static async connect(
    url: string,
    filters: readonly string[] = [],
    options: IClientOptions = {},
  ): Promise<TestClient> {
    const client = await connectAsync(url, { protocolVersion: 5, reconnectPeriod: 0, ...options }, false);
    const test = new TestClient(client);
    if (filters.length > 0) await client.subscribeAsync([...filters], { qos: 1 });
    return test;
  }

  /** The last value of each non-empty topic. */
  get state(): Map<string, string> {
    return new Map(this.#state);
  }

  on(topic: string): string[] {
    return this.seen.filter((message) => message.topic === topic).map(({ text }) => text);
  }

  async subscribe(filter: string, options: IClientSubscribeOptions): Promise<void> {
    await this.#client.subscribeAsync(filter, options);
  }

  /** Unsubscribes and subscribes again at once, as Node-RED does when a node is deployed anew. */
  async renew(filter: string): Promise<void> {
    await Promise.all([
      this.#client.unsubscribeAsync(filter),
      this.#client.subscribeAsync(filter, { qos: 1 }),
    ]);
  }

  /** Resolves when the broker has the message. */
  async publish(topic: string, payload: string | Buffer, options: IClientPublishOptions = {}): Promise<void> {
    await this.#client.publishAsync(topic, payload, { qos: 1, ...options });
  }

  /** Stops reading, like a client that hangs. */
  pause(): void {
    this.#client.stream.pause();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.endAsync(true);
  }
}

/** Reads all retained messages under a filter, as a new subscriber does. */
export async function readRetained(
  url: string,
  filter: string,
  options: IClientOptions = {},
): Promise<Map<string, string>> {
  await using client = await TestClient.connect(url, [], options);
  await client.subscribe(filter, { qos: 0 });
  // The broker handles packets in order: after this answer, all retained messages have arrived.
  await client.subscribe(filter, { qos: 0, rh: 2 });
  return new Map(client.seen.filter(({ retain }) => retain).map(({ topic, text }) => [topic, text]));
}
