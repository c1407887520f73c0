import type { MqttClient } from "mqtt";
import type { Message } from "../core/message.ts";
import type { BrokerInfo } from "./limits.ts";

/** Why a connection ended: `taken-over` when the broker says that somebody else came with our id. */
export interface Closed {
  readonly kind: "taken-over" | "lost";
  readonly reason: string;
}

/** A subscription; what the broker holds already is wanted or not. */
export interface Subscription {
  readonly filter: string;
  readonly wantsRetained: boolean;
}

const filtersPerPacket = 100;

/** One connection to the broker, from its CONNACK to its end. */
export class Connection {
  readonly info: BrokerInfo;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly closed: Promise<Closed>;
  readonly #client: MqttClient;

  constructor(client: MqttClient, info: BrokerInfo, closed: Promise<Closed>) {
    this.#client = client;
    this.info = info;
    this.closed = closed;
  }

  get isOpen(): boolean {
    return this.#client.connected;
  }

  /** Whether the socket takes more without piling it up in memory. */
  get isWritable(): boolean {
    return this.#client.connected && !this.#client.stream.writableNeedDrain;
  }

  /** Calls back once when the socket takes more again. */
  onceWritable(callback: () => void): void {
    this.#client.stream.once("drain", callback);
  }

  /** Sends a message and calls back when the broker has it (QoS 1) or it is written (QoS 0); never, if it got lost. */
  publish(message: Message, onDone: () => void): void {
    const { limits, protocol } = this.info;
    const qos = Math.min(message.qos, limits.maximumQos) as 0 | 1;
    const retain = message.retain && limits.retainAvailable;
    const properties =
      protocol === 5 && message.correlation !== undefined
        ? { properties: { correlationData: Buffer.from(message.correlation) } }
        : {};
    this.#client.publish(message.topic, message.payload, { qos, retain, ...properties }, (error) => {
      if (!error) onDone();
    });
  }

  /** Subscribes; resolves with the filters that the broker refused. */
  async subscribe(subscriptions: readonly Subscription[]): Promise<string[]> {
    const refused: string[] = [];
    for (let at = 0; at < subscriptions.length; at += filtersPerPacket) {
      const part = subscriptions.slice(at, at + filtersPerPacket);
      const request = Object.fromEntries(
        part.map(({ filter, wantsRetained }) => [
          filter,
          this.info.protocol === 5
            ? { qos: 1 as const, nl: true, rap: true, rh: wantsRetained ? 0 : 2 }
            : { qos: 1 as const },
        ]),
      );
      const granted = await this.#subscribe(request);
      refused.push(...part.map(({ filter }) => filter).filter((filter) => !granted.has(filter)));
    }
    return refused;
  }

  /** Says goodbye and closes; what the broker has not acknowledged by then is lost. */
  async end(): Promise<void> {
    await new Promise<void>((resolve) => {
      const force = setTimeout(() => this.#client.stream.destroy(), 250);
      this.#client.end(false, {}, () => {
        clearTimeout(force);
        resolve();
      });
    });
  }

  /** Closes at once. */
  destroy(): void {
    this.#client.end(true);
    this.#client.stream.destroy();
  }

  #subscribe(request: Parameters<MqttClient["subscribe"]>[0]): Promise<Set<string>> {
    return new Promise((resolve) => {
      this.#client.subscribe(request, (_error, granted) => {
        resolve(new Set((granted ?? []).filter(({ qos }) => qos < 128).map(({ topic }) => topic)));
      });
    });
  }
}
