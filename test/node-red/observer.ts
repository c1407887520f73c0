import { connectAsync, type MqttClient } from "mqtt";

export interface Seen {
  readonly topic: string;
  readonly payload: string;
}

/** Someone at the broker who hears everything, and can speak. */
export class Observer implements AsyncDisposable {
  readonly #client: MqttClient;
  readonly seen: Seen[] = [];

  constructor(client: MqttClient) {
    this.#client = client;
    client.on("message", (topic, payload) => this.seen.push({ topic, payload: payload.toString() }));
  }

  on(topic: string): string[] {
    return this.seen.filter((message) => message.topic === topic).map(({ payload }) => payload);
  }

  async publish(topic: string, payload: string, { retain = false } = {}): Promise<void> {
    await this.#client.publishAsync(topic, payload, { qos: 1, retain });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.endAsync(true);
  }
}

/** Connects an observer; it comes back by itself after a restart of the broker. */
export async function observe(url: string): Promise<Observer> {
  const client = await connectAsync(url, { reconnectPeriod: 100 });
  const observer = new Observer(client);
  await client.subscribeAsync("#", { qos: 1 });
  return observer;
}
