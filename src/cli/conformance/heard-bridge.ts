import type { Config } from "../../config/schema.ts";
import { systemClock } from "../../lib/clock.ts";
import type { BrokerLink } from "../../mqtt/link.ts";
import { createBrokerClient, listenTo } from "../broker-client.ts";

interface Result {
  readonly outcome: string;
  readonly reason?: string;
}

/** What a bridge says at its broker, and a way to command its players. */
export class HeardBridge implements AsyncDisposable {
  /** The last payload of each topic that is not empty. */
  readonly state = new Map<string, string>();
  readonly said: (readonly [topic: string, payload: string])[] = [];
  readonly #link: BrokerLink;
  readonly #waiting: ((result: Result) => void)[] = [];

  constructor(config: Config, url: string) {
    this.#link = createBrokerClient({ ...config, mqtt: { ...config.mqtt, url, protocol: "4" } }, systemClock);
    listenTo(this.#link, [`${config.mqtt.baseTopic}/#`], {
      onMessage: ({ topic, payload }) => this.#hear(topic, new TextDecoder().decode(payload)),
      onConnected: () => {},
      onLost: () => {},
      onRefused: () => {},
    });
  }

  /** Sends a command, and waits for its outcome. */
  ask(topic: string, payload: string): Promise<Result> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#link.publish({ topic, payload, retain: false, qos: 1 });
    });
  }

  #hear(topic: string, payload: string): void {
    if (topic.endsWith("/result")) this.#waiting.shift()?.(JSON.parse(payload) as Result);
    else if (topic.endsWith("/set")) return;
    else {
      this.said.push([topic, payload]);
      if (payload === "") this.state.delete(topic);
      else this.state.set(topic, payload);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#link[Symbol.asyncDispose]();
  }
}
