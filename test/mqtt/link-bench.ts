import type { IncomingMessage, Message, Subscription } from "../../src/core/topics/message.ts";
import { type Clock, systemClock } from "../../src/lib/clock.ts";
import type { Closed } from "../../src/mqtt/connection.ts";
import type { BrokerInfo } from "../../src/mqtt/limits.ts";
import type { PacketLimit } from "../../src/mqtt/packet-size-probe.ts";
import { until } from "../support/bridge/until.ts";
import { BrokerLink, type LinkListener, type LinkOptions } from "../../src/mqtt/link.ts";

export interface End extends Pick<Closed, "kind"> {
  readonly reason: string;
  readonly isContested: boolean;
}

/** The options of a test; the rest is as in a plain bridge. */
export interface BenchOptions extends Partial<LinkOptions> {
  readonly clock?: Clock;
  readonly subscriptions?: readonly Subscription[];
  readonly onConnected?: (link: BrokerLink) => void;
}

export const setTopic = "base/den/audio/output/set";

export class LinkBench implements AsyncDisposable {
  readonly link: BrokerLink;
  readonly options: LinkOptions;
  readonly connected: BrokerInfo[] = [];
  readonly messages: IncomingMessage[] = [];
  readonly ends: End[] = [];
  readonly failures: string[] = [];
  readonly refused: string[] = [];
  readonly tooLarge: string[] = [];
  readonly unwanted: string[] = [];
  readonly limits: PacketLimit[] = [];
  /** The topics that cannot be written, each time that they change. */
  readonly unwritable: string[][] = [];

  constructor(url: string, options: BenchOptions = {}) {
    const { clock = systemClock, subscriptions = [{ filter: setTopic, wantsRetained: false }] } = options;
    this.options = {
      urls: [url],
      username: "",
      password: "",
      ca: undefined,
      cert: undefined,
      key: undefined,
      clientId: "bench",
      keepaliveSeconds: 20,
      connectTimeoutMs: 10_000,
      will: state("base/bridge/state", "offline", 1),
      protocol: "auto",
      maxPayload: 100_000,
      publishRate: 0,
      ...options,
    };
    this.link = new BrokerLink(this.options, clock);
    this.link.listenTo(subscriptions);
    this.link.observe(this.#listener(options));
    this.link.open();
  }

  /** A bench whose link has a connection. */
  static async connected(url: string, options: BenchOptions = {}): Promise<LinkBench> {
    const bench = new LinkBench(url, options);
    await until(() => bench.connected.length === 1);
    return bench;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.link[Symbol.asyncDispose]();
  }

  #listener({ onConnected }: BenchOptions): LinkListener {
    return {
      connected: () => {
        if (this.link.info !== undefined) this.connected.push(this.link.info);
        onConnected?.(this.link);
      },
      received: (message) => this.messages.push(message),
      disconnected: ({ text: reason }, isContested, kind) => this.ends.push({ kind, reason, isContested }),
      failed: (_reason, { message }) => this.failures.push(message),
      refused: (filters) => this.refused.push(...filters),
      refusedMessage: (topic, reason) => this.unwanted.push(`${topic}: ${reason}`),
      tooLarge: (topic) => this.tooLarge.push(topic),
      packetLimit: (limit) => this.limits.push(limit),
      unwritable: () => this.unwritable.push([...this.link.denied, ...this.link.tooLarge]),
    };
  }
}

export function state(topic: string, payload: string, qos: 0 | 1 = 0): Message {
  return { topic, payload, retain: true, qos };
}

export function event(payload: string, topic = "base/den/result"): Message {
  return { topic, payload, retain: false, qos: 1 };
}
