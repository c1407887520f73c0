import type { IClientOptions } from "mqtt";
import { startWholeBridge, type WholeBridge } from "../mosquitto/whole-bridge.ts";
import type { LogLine } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { type BrokerKind, login, type RealBroker } from "./real-broker.ts";

/** One broker under test: who comes to it, and how. */
export class Bench {
  readonly kind: BrokerKind;
  readonly broker: RealBroker;

  constructor(kind: BrokerKind, broker: RealBroker) {
    this.kind = kind;
    this.broker = broker;
  }

  /** Somebody else at the broker, in the newest version that it knows. */
  async client(filters: readonly string[] = [], options: IClientOptions = {}): Promise<TestClient> {
    const protocolVersion = this.kind.protocol === "5" ? 5 : 4;
    return TestClient.connect(this.broker.url, filters, { protocolVersion, ...login, ...options });
  }

  /** A bridge with one player, `den`; it is to find out the version by itself. */
  async startBridge(
    args: Readonly<Record<string, string>> = {},
    url = this.broker.url,
  ): Promise<WholeBridge> {
    return startWholeBridge(
      url,
      { "mqtt.username": login.username, "mqtt.password": login.password, ...args },
      { queueSize: 400 },
    );
  }

  /** The same, once it is connected: what is found from then on was not left by an earlier one. */
  async bridge(args: Readonly<Record<string, string>> = {}, url = this.broker.url): Promise<WholeBridge> {
    const whole = await this.startBridge(args, url);
    await connections(whole, 1);
    return whole;
  }

  /** The retained messages on these topics that a new subscriber receives; waits for all of them. */
  async find(topics: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return eventually(async () => {
      await using client = await this.client(topics);
      await eventually(() => {
        const missing = topics.filter((topic) => !client.state.has(topic));
        if (missing.length > 0) throw new Error(`missing: ${missing.join(", ")}`);
      }, 2000);
      return client.state;
    }, 30_000);
  }

  /** Whether something comes on a topic to somebody who subscribes to the filter now. */
  async delivers(filter: string, topic: string): Promise<boolean> {
    await using client = await this.client([filter]);
    return await eventually(() => {
      if (!client.state.has(topic)) throw new Error("nothing came");
      return true;
    }, 2000).catch(() => false);
  }
}

/** The lines that tell of a connection, once there are so many. */
export function connections(whole: WholeBridge, count: number): Promise<readonly LogLine[]> {
  return eventually(() => {
    const lines = whole.log.saying("connected to the broker");
    if (lines.length !== count) throw new Error(`connected ${lines.length} times`);
    return lines;
  }, 30_000);
}
