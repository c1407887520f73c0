import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { type IDisconnectPacket, type IPublishPacket, type ISubscriptionMap, MqttClient } from "mqtt";
import type { IncomingMessage, Message, Subscription } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/property.ts";
import { BrokerError } from "../core/errors.ts";
import { codeOf } from "../lib/code-of.ts";
import { translatable, type Phrase } from "../lib/phrase.ts";
import { ConnectError, connectError, reasonOf } from "./connect-error.ts";
import { type BrokerInfo, limitsFrom } from "./limits.ts";
import { clientOptions, type ConnectionOptions } from "./client-options.ts";
import { openStream } from "./open-stream.ts";
import type { ProtocolVersion } from "./protocol-choice.ts";
import { onAbort } from "../lib/aborted.ts";

/** `taken-over`: the broker reports another client with our id. `dropped`: it closed without a reason. */
export interface Closed {
  readonly kind: "taken-over" | "dropped" | "lost";
  readonly reason: Phrase;
}

type Sending = "isOpen" | "isWritable" | "onceWritable" | "publish" | "flush" | "destroy";
export type Outlet = Pick<Connection, Sending> & { readonly info: Pick<BrokerInfo, "limits"> };

/** The time that a broker gets to close after DISCONNECT. */
const disconnectMs = 250;
/** SUBACK codes from here on are refusals. */
const firstRefusal = 0x80;
const maxInPacket = 100;
/** Length and options of each filter; header, packet id and properties of the packet. */
const filterOverheadBytes = 3;
const packetOverheadBytes = 16;

export class Connection {
  readonly info: BrokerInfo;
  readonly closed: Promise<Closed>;
  /** Resolves when the broker has confirmed all that was unsubscribed. */
  #left: Promise<unknown> = Promise.resolve();
  readonly #client: MqttClient;
  readonly #stream: Duplex;

  constructor(client: MqttClient, stream: Duplex, info: BrokerInfo, closed: Promise<Closed>) {
    this.#client = client;
    this.#stream = stream;
    this.info = info;
    this.closed = closed;
  }

  /** When the broker's certificate expires; undefined without TLS. */
  get certificateValidTo(): Date | undefined {
    const stream = this.#stream;
    const text = stream instanceof TLSSocket ? stream.getPeerCertificate().valid_to : undefined;
    return text === undefined ? undefined : new Date(text);
  }

  /** A destroyed stream drops what is written, and MQTT.js notices its end only later. */
  get isOpen(): boolean {
    return this.#client.connected && this.#stream.writable;
  }

  /** Whether the socket accepts more without buffering it in memory. */
  get isWritable(): boolean {
    return this.isOpen && !this.#stream.writableNeedDrain;
  }

  onceWritable(callback: () => void): void {
    this.#stream.once("drain", callback);
  }

  /** Calls back once it is acknowledged (QoS 1), written (QoS 0) or refused; never if the connection ends first. */
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
      // Only a refusal by the broker has a number; other errors mean that the connection is lost.
      if (!error) onDone(undefined);
      else if (typeof codeOf(error) === "number") onDone(error.message);
    });
  }

  /** Writes what was published. MQTT.js would only do that after the work that follows, such as logging. */
  flush(): void {
    while (this.#stream.writableCorked > 0) this.#stream.uncork();
  }

  /** Subscribes; resolves with the filters that the broker refused, or never if the connection ends first. */
  async subscribe(subscriptions: readonly Subscription[]): Promise<string[]> {
    await this.#left;
    const parts = inPackets(subscriptions, this.info.limits.maximumPacketBytes);
    // In parallel: one after the other takes longer than the timeout on a busy machine.
    const answers = await Promise.all(
      parts.map((part) =>
        this.#subscribe(
          Object.fromEntries(
            part.map(({ filter, wantsRetained, wantsOwn = false }) => [
              filter,
              // A clean session loses nothing by QoS 0. NATS creates a replicated consumer for each subscription with
              // QoS 1, which takes seconds while a node of the cluster is down.
              this.info.protocol === 5
                ? { qos: 1 as const, nl: !wantsOwn, rap: true, rh: wantsRetained ? 0 : 2 }
                : { qos: 0 as const },
            ]),
          ),
        ),
      ),
    );
    return parts.flatMap((part, place) =>
      part
        .map(({ filter }) => filter)
        .filter((_filter, index) => Number(answers[place]?.[index]) >= firstRefusal),
    );
  }

  /**
   * Unsubscribes without waiting for UNSUBACK. Later subscriptions wait for it: brokers such as the embedded one handle
   * packets side by side, and would drop a filter that was subscribed to again.
   */
  unsubscribe(subscriptions: readonly Subscription[]): void {
    const parts = inPackets(subscriptions, this.info.limits.maximumPacketBytes);
    const left = parts.map(
      (part) =>
        new Promise<void>((resolve) => {
          this.#client.unsubscribe(
            part.map(({ filter }) => filter),
            () => resolve(),
          );
        }),
    );
    this.#left = Promise.all([this.#left, ...left]);
  }

  /** Sends DISCONNECT and closes: the broker discards the will. */
  async end(): Promise<void> {
    const force = setTimeout(() => this.#stream.destroy(), disconnectMs);
    this.#client.end();
    await this.closed;
    clearTimeout(force);
  }

  /** Closes at once without DISCONNECT: the broker publishes the will. */
  destroy(cause?: Error): void {
    this.#stream.destroy(cause);
  }

  #subscribe(request: ISubscriptionMap): Promise<readonly unknown[]> {
    return new Promise((resolve) => {
      // Read from the packet: after a single refusal, MQTT.js reports the requested QoS as granted.
      this.#client.subscribe(request, (_error, _asked, packet) => {
        if (packet !== undefined) resolve(packet.granted);
      });
    });
  }
}

export function inPackets(
  subscriptions: readonly Subscription[],
  maximumPacketBytes: number,
): Subscription[][] {
  const packets: Subscription[][] = [];
  let left = 0;
  for (const subscription of subscriptions) {
    const bytes = Buffer.byteLength(subscription.filter) + filterOverheadBytes;
    const packet = packets.at(-1);
    if (packet === undefined || packet.length >= maxInPacket || bytes > left) {
      packets.push([subscription]);
      left = maximumPacketBytes - packetOverheadBytes - bytes;
    } else {
      packet.push(subscription);
      left -= bytes;
    }
  }
  return packets;
}

/** DISCONNECT reason code: another client connected with our id. */
const takenOver = 0x8e;
/** CONNACK reason codes for a will that the broker does not support. */
const retainRefused = 0x9a;
const qosRefused = 0x9b;
/** MQTT writes the length of a text in two bytes. */
const longestTopicBytes = 65_535;

/** Opens one connection; throws ConnectError. A message right after the CONNACK is not lost. */
export async function openConnection(
  options: ConnectionOptions,
  version: ProtocolVersion,
  onMessage: (message: IncomingMessage) => void,
  signal: AbortSignal,
): Promise<Connection> {
  try {
    return await attempt(options, version, onMessage, signal);
  } catch (error) {
    const will = error instanceof ConnectError ? reducedWill(options.will, error.reasonCode) : undefined;
    if (will === undefined || signal.aborted) throw error;
    return openConnection({ ...options, will }, version, onMessage, signal);
  }
}

/** The will without the option that the broker refused. Only a successful CONNACK lists the supported options. */
function reducedWill(will: Message | undefined, reasonCode: number | undefined): Message | undefined {
  if (will?.retain === true && reasonCode === retainRefused) return { ...will, retain: false };
  if (will?.qos === 1 && reasonCode === qosRefused) return { ...will, qos: 0 };
  return undefined;
}

async function attempt(
  options: ConnectionOptions,
  version: ProtocolVersion,
  onMessage: (message: IncomingMessage) => void,
  signal: AbortSignal,
): Promise<Connection> {
  const stream = await openStreamOrThrow(options);
  return new Promise((resolve, reject) => {
    const client = new MqttClient(() => stream, clientOptions(options, version));
    let failure: Error | undefined;
    let disconnect: IDisconnectPacket | undefined;
    let hasAnswered = false;
    let onClosed: (closed: Closed) => void = () => {};
    const shut = (): void => {
      client.end(true);
      stream.destroy();
    };
    const listening = onAbort(signal, shut);

    // MQTT.js may continue after an error; a stream that cannot be parsed must be closed.
    client.on("error", (error) => {
      failure ??= error;
      shut();
    });
    // MQTT.js reports some stream errors and swallows others.
    stream.on("error", (error) => {
      failure ??= error;
    });
    client.once("packetreceive", () => {
      hasAnswered = true;
    });
    client.on("disconnect", (packet) => {
      disconnect = packet;
      shut();
    });
    client.on("message", (topic, payload, packet) => {
      onMessage(incoming(topic, payload, packet));
    });
    client.on("connect", (packet) => {
      listening[Symbol.dispose]();
      const closed = new Promise<Closed>((resolveClosed) => {
        onClosed = resolveClosed;
      });
      const { properties } = packet;
      const info = {
        protocol: version,
        limits: limitsFrom(properties, options.knownPacketBytes?.(properties?.maximumPacketSize)),
        allowsWildcards: properties?.wildcardSubscriptionAvailable ?? true,
      };
      resolve(new Connection(client, stream, info, closed));
    });
    client.on("close", () => {
      listening[Symbol.dispose]();
      shut();
      const closed = closedBy(disconnect, failure);
      onClosed(closed);
      // A broker that answered accepts the version, even if it closed before MQTT.js reported the connection.
      reject(connectError(failure ?? (hasAnswered ? new BrokerError(closed.reason) : undefined)));
    });
  });
}

async function openStreamOrThrow(options: ConnectionOptions): Promise<Duplex> {
  try {
    return await openStream(options);
  } catch (cause) {
    // A mismatch of certificate and key shows here.
    throw new ConnectError("other", cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function incoming(topic: string, payload: Buffer, packet: IPublishPacket): IncomingMessage {
  const { responseTopic, correlationData, messageExpiryInterval } = packet.properties ?? {};
  // A reply to an invalid topic would end the connection, so any client could disconnect us with a command.
  const isAnswerable = responseTopic !== undefined && isTopicName(responseTopic);
  return {
    topic,
    payload,
    retain: packet.retain,
    replyTo: isAnswerable ? { topic: responseTopic, correlation: correlationData } : undefined,
    expirySeconds: messageExpiryInterval,
  };
}

function closedBy(disconnect: IDisconnectPacket | undefined, failure: Error | undefined): Closed {
  if (disconnect === undefined) {
    return { kind: failure === undefined ? "dropped" : "lost", reason: reasonOf(failure) };
  }
  const { reasonCode = 0, properties } = disconnect;
  if (reasonCode === takenOver) {
    const reason = translatable("connect.taken-over", "another client connected with our client id");
    return { kind: "taken-over", reason };
  }
  const code = `0x${reasonCode.toString(16)}`;
  const word = properties?.reasonString === undefined ? "" : `: ${properties.reasonString}`;
  return {
    kind: "lost",
    reason: translatable("connect.disconnected", "the broker disconnected us, reason code {code}", {
      code: `${code}${word}`,
    }),
  };
}

/** A wildcard or NUL makes brokers close the connection, and `$` begins topics of their own. */
export function isTopicName(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- NUL is what is searched for
  return text !== "" && !/^\$|[+#\0]/.test(text) && Buffer.byteLength(text) <= longestTopicBytes;
}
