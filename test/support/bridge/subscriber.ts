import { Socket } from "node:net";
import { connectAsync, type MqttClient } from "mqtt";
import { until } from "./until.ts";
import type { Result } from "./recording-broker.ts";

export interface Heard {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}

export class Subscriber implements AsyncDisposable {
  readonly messages: Heard[] = [];
  /** The last value of each topic that holds state; an empty payload removes it. */
  readonly state = new Map<string, string>();
  readonly results: Result[] = [];
  /** Topics with a live message so far: aedes may deliver older retained messages only after it. */
  readonly #live = new Set<string>();
  readonly #client: MqttClient;

  private constructor(client: MqttClient) {
    this.#client = client;
    client.on("connect", () => {
      this.#live.clear();
    });
    client.on("message", (topic, payload, { retain }) => {
      this.#hear({ topic, payload: payload.toString(), retain });
    });
  }

  /** Connects, and receives the retained messages. */
  static async connect(url: string): Promise<Subscriber> {
    const client = await connectAsync(url, {
      protocolVersion: 4,
      reconnectPeriod: 20,
      connectTimeout: 15_000,
    });
    // Without it, a small packet waits 40 ms for the acknowledgement of the previous one.
    if (client.stream instanceof Socket) client.stream.setNoDelay(true);
    const subscriber = new Subscriber(client);
    await client.subscribeAsync("player2mqtt/#", { qos: 1 });
    return subscriber;
  }

  said(ending: string): string[] {
    const payloads = this.messages
      .filter(({ topic }) => topic.endsWith(ending))
      .map(({ payload }) => payload);
    return payloads.filter((payload, index) => payload !== payloads[index - 1]);
  }

  async send(topic: string, payload: string, retain = false): Promise<void> {
    await this.#client.publishAsync(topic, payload, { qos: 1, retain });
  }

  /** Sends a command and returns the next outcome; some take 15 seconds until they fail. */
  async ask(topic: string, payload: string): Promise<Result> {
    const before = this.results.length;
    await this.send(topic, payload);
    return until(() => this.results[before], 30_000);
  }

  #hear(message: Heard): void {
    const { topic, payload, retain } = message;
    this.messages.push(message);
    if (retain && this.#live.has(topic)) return;
    if (!retain) this.#live.add(topic);
    if (topic.endsWith("/result")) this.results.push(JSON.parse(payload) as Result);
    else if (/\/(?:set|watched|played)$/.test(topic)) return;
    else if (payload === "") this.state.delete(topic);
    else this.state.set(topic, payload);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.endAsync(true);
  }
}
