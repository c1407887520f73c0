import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import type { ISubscriptionMap, MqttClient } from "mqtt";
import type { Message, Subscription } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/resource.ts";
import { codeOf } from "./connect-error.ts";
import type { BrokerInfo } from "./limits.ts";
import { inPackets } from "./subscription.ts";

/**
 * Why a connection ended: `taken-over` when the broker says that somebody else came with our id, `dropped` when the
 * broker closed it and did not say why.
 */
export interface Closed {
  readonly kind: "taken-over" | "dropped" | "lost";
  readonly reason: string;
}

/** What it takes to send messages. */
export type Outlet = Pick<Connection, "isOpen" | "isWritable" | "onceWritable" | "publish" | "destroy"> & {
  readonly info: Pick<BrokerInfo, "limits">;
};

/** How long a broker may take to close after a goodbye. */
const farewellMs = 250;
/** From here on, a code of SUBACK is a refusal. */
const firstRefusal = 0x80;

/** One connection to the broker, from its CONNACK to its end. */
export class Connection {
  readonly info: BrokerInfo;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly closed: Promise<Closed>;
  readonly #client: MqttClient;
  readonly #stream: Duplex;

  constructor(client: MqttClient, stream: Duplex, info: BrokerInfo, closed: Promise<Closed>) {
    this.#client = client;
    this.#stream = stream;
    this.info = info;
    this.closed = closed;
  }

  /** Until when the broker's certificate is valid; undefined without TLS. */
  get certificateValidTo(): Date | undefined {
    const stream = this.#stream;
    const text = stream instanceof TLSSocket ? stream.getPeerCertificate().valid_to : undefined;
    return text === undefined ? undefined : new Date(text);
  }

  get isOpen(): boolean {
    return this.#client.connected;
  }

  /** Whether the socket takes more without piling it up in memory. */
  get isWritable(): boolean {
    return this.#client.connected && !this.#stream.writableNeedDrain;
  }

  /** Calls back once when the socket takes more again. */
  onceWritable(callback: () => void): void {
    this.#stream.once("drain", callback);
  }

  /**
   * Sends a message. Calls back when the broker has it (QoS 1) or it is written (QoS 0), with the reason if the broker
   * did not want it; never, if it got lost.
   */
  publish(message: Message<Payload>, onDone: (refusal: string | undefined) => void): void {
    const { limits, protocol } = this.info;
    const qos = Math.min(message.qos, limits.maximumQos) as 0 | 1;
    const retain = message.retain && limits.retainAvailable;
    const properties =
      protocol === 5 && message.correlation !== undefined
        ? { properties: { correlationData: Buffer.from(message.correlation) } }
        : {};
    const { payload } = message;
    const body =
      typeof payload === "string"
        ? payload
        : Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
    this.#client.publish(message.topic, body, { qos, retain, ...properties }, (error) => {
      // Only the broker's own refusal has a number: anything else means that the connection is gone.
      if (!error) onDone(undefined);
      else if (typeof codeOf(error) === "number") onDone(error.message);
    });
  }

  /** Subscribes; resolves with the filters that the broker refused, and not at all if the connection ends first. */
  async subscribe(subscriptions: readonly Subscription[]): Promise<string[]> {
    const parts = inPackets(subscriptions, this.info.limits.maximumPacketBytes);
    // All at once: on a busy machine one after the other takes longer than a broker is given.
    const answers = await Promise.all(
      parts.map((part) =>
        this.#subscribe(
          Object.fromEntries(
            part.map(({ filter, wantsRetained }) => [
              filter,
              this.info.protocol === 5
                ? { qos: 1 as const, nl: true, rap: true, rh: wantsRetained ? 0 : 2 }
                : { qos: 1 as const },
            ]),
          ),
        ),
      ),
    );
    const refused = parts.flatMap((part, place) =>
      part
        .map(({ filter }) => filter)
        .filter((_filter, index) => Number(answers[place]?.[index]) >= firstRefusal),
    );
    return refused;
  }

  /** Takes subscriptions back, and does not wait for the broker to say so. */
  unsubscribe(subscriptions: readonly Subscription[]): void {
    for (const part of inPackets(subscriptions, this.info.limits.maximumPacketBytes)) {
      this.#client.unsubscribe(part.map(({ filter }) => filter));
    }
  }

  /** Says goodbye and closes: the broker forgets the will. */
  async end(): Promise<void> {
    const force = setTimeout(() => this.#stream.destroy(), farewellMs);
    this.#client.end();
    await this.closed;
    clearTimeout(force);
  }

  /** Closes at once and without a word: the broker publishes the will. */
  destroy(cause?: Error): void {
    this.#stream.destroy(cause);
  }

  #subscribe(request: ISubscriptionMap): Promise<readonly unknown[]> {
    return new Promise((resolve) => {
      // What the broker granted stands in its packet alone: with a single refusal the callback gets what was asked for.
      this.#client.subscribe(request, (_error, _asked, packet) => {
        if (packet !== undefined) resolve(packet.granted);
      });
    });
  }
}
