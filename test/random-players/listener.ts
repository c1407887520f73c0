import { setTimeout as delay } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";
import type { Clock } from "../../src/lib/clock.ts";

/** The outcome of a command. */
export interface Outcome {
  readonly command: string;
  readonly outcome: string;
  readonly reason?: string;
  readonly tag?: string;
}

interface Listening {
  readonly base: string;
  readonly protocolVersion: 4 | 5;
  readonly clock: Pick<Clock, "now">;
}

/** Hears everything that a bridge publishes. */
export class Listener implements AsyncDisposable {
  /** The retained messages, by topic. */
  readonly retained = new Map<string, string>();
  /** The outcomes, by player. */
  readonly outcomes = new Map<string, Outcome[]>();
  readonly misdeeds: string[] = [];
  readonly #client: MqttClient;
  readonly #clock: Pick<Clock, "now">;
  #heard = 0;

  private constructor(client: MqttClient, { base, clock }: Listening) {
    this.#client = client;
    this.#clock = clock;
    client.on("message", (topic, payload, { qos, retain }) => {
      this.#heard += 1;
      const text = payload.toString();
      if (topic.endsWith("/result")) {
        const id = topic.slice(base.length + 1, -"/result".length);
        this.outcomes.set(id, [...(this.outcomes.get(id) ?? []), JSON.parse(text) as Outcome]);
        if (qos !== 1 || retain)
          this.misdeeds.push(`an outcome came with QoS ${qos}${retain ? ", retained" : ""}`);
      } else if (text === "") this.retained.delete(topic);
      else if (!/\/(?:set|watched|played)$/.test(topic)) this.retained.set(topic, text);
    });
  }

  static async connect(url: string, listening: Listening): Promise<Listener> {
    const { base, protocolVersion } = listening;
    const client = await connectAsync(url, { protocolVersion, connectTimeout: 20_000 });
    const listener = new Listener(client, listening);
    await client.subscribeAsync([`${base}/#`, "homeassistant/device/#"], { qos: 1 });
    return listener;
  }

  /** What is retained below a topic, by the rest of the topic. */
  below(topic: string): Map<string, string> {
    const part = [...this.retained].filter(([one]) => one.startsWith(`${topic}/`));
    return new Map(part.map(([one, text]) => [one.slice(topic.length + 1), text]));
  }

  async send(topic: string, payload: string): Promise<void> {
    await this.#client.publishAsync(topic, payload, { qos: 1 });
  }

  /** Waits until nothing is wrong any more; returns what is still wrong at the end. */
  async settled(problems: () => readonly string[], patienceMs: number): Promise<readonly string[]> {
    const end = this.#clock.now() + patienceMs;
    for (let looked = -1; ; await delay(2)) {
      if (looked === this.#heard && this.#clock.now() < end) continue;
      looked = this.#heard;
      const wrong = problems();
      if (wrong.length === 0 || this.#clock.now() >= end) return wrong;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.endAsync(true);
  }
}
