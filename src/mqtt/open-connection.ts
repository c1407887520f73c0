import type { Duplex } from "node:stream";
import { type IDisconnectPacket, type IPublishPacket, MqttClient } from "mqtt";
import type { IncomingMessage, Message } from "../core/topics/message.ts";
import { clientOptions, type ConnectionOptions } from "./client-options.ts";
import { ConnectError, connectError, reasonOf } from "./connect-error.ts";
import { type Closed, Connection } from "./connection.ts";
import { limitsFrom, offersFrom } from "./limits.ts";
import { openStream } from "./open-stream.ts";
import type { ProtocolVersion } from "./protocol-choice.ts";

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
    signal.addEventListener("abort", shut);
    if (signal.aborted) shut();

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
      signal.removeEventListener("abort", shut);
      const closed = new Promise<Closed>((resolveClosed) => {
        onClosed = resolveClosed;
      });
      const { properties } = packet;
      const info = {
        protocol: version,
        limits: limitsFrom(properties, options.knownPacketBytes?.(properties?.maximumPacketSize)),
        offers: offersFrom(properties),
      };
      resolve(new Connection(client, stream, info, closed));
    });
    client.on("close", () => {
      signal.removeEventListener("abort", shut);
      shut();
      const closed = closedBy(disconnect, failure);
      onClosed(closed);
      // A broker that answered accepts the version, even if it closed before MQTT.js reported the connection.
      reject(connectError(failure ?? (hasAnswered ? new Error(closed.reason) : undefined)));
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
    return { kind: "taken-over", reason: "another client connected with our client id" };
  }
  const word = properties?.reasonString === undefined ? "" : `: ${properties.reasonString}`;
  return {
    kind: "lost",
    reason: `the broker disconnected us, reason code 0x${reasonCode.toString(16)}${word}`,
  };
}

/**
 * Whether every broker accepts a message on this topic. A wildcard or NUL makes it close the connection, and topics
 * that start with `$` are reserved for the broker.
 */
export function isTopicName(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- NUL is what is searched for
  return text !== "" && !/^\$|[+#\0]/.test(text) && Buffer.byteLength(text) <= longestTopicBytes;
}
