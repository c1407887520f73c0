import { connectAsync, type MqttClient } from "mqtt";

/** A received message. */
export interface Heard {
  readonly topic: string;
  readonly payload: Buffer;
  readonly atMs: number;
}

/** A client at a broker that subscribes, and can publish. */
export class Observer implements AsyncDisposable {
  readonly #client: MqttClient;

  private constructor(client: MqttClient, onMessage: (heard: Heard) => void) {
    this.#client = client;
    client.on("message", (topic, payload) => {
      onMessage({ topic, payload, atMs: performance.now() });
    });
  }

  static async connect(
    port: number,
    filters: readonly string[],
    onMessage: (heard: Heard) => void,
  ): Promise<Observer> {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
      protocolVersion: 4,
      keepalive: 600,
      reconnectPeriod: 50,
      queueQoSZero: false,
    });
    const { stream } = client;
    // Without it, a small packet waits for the acknowledgement of the previous one.
    if ("setNoDelay" in stream && typeof stream.setNoDelay === "function") stream.setNoDelay(true);
    const observer = new Observer(client, onMessage);
    if (filters.length > 0) await client.subscribeAsync([...filters], { qos: 0 });
    return observer;
  }

  send(topic: string, payload: string): void {
    this.#client.publish(topic, payload, { qos: 0 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.endAsync(true);
  }
}
