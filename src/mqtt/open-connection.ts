import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from "mqtt";
import { BrokerError } from "../core/errors.ts";
import type { IncomingMessage, Message } from "../core/message.ts";
import { type Closed, Connection } from "./connection.ts";
import { limitsFrom } from "./limits.ts";
import type { Attempt, ProtocolVersion } from "./protocol-choice.ts";

/** How a connection is made. TLS material is the content, not the file. */
export interface ConnectionOptions {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly clientId: string;
  readonly keepaliveSeconds: number;
  readonly connectTimeoutMs: number;
  readonly will: Message | undefined;
}

/** An attempt to connect that failed, and what that says about the protocol version. */
export class ConnectError extends BrokerError {
  readonly attempt: Attempt;

  constructor(attempt: Attempt, message: string, options?: ErrorOptions) {
    super(message, options);
    this.attempt = attempt;
  }
}

/** Reason codes of CONNACK for a version the broker does not speak, in 3.1.1 and in 5. */
const refusedVersion = new Set([0x01, 0x84]);
/** Reason code of a broker's DISCONNECT when another client came with our id. */
const takenOver = 0x8e;
/** Nothing that is sent to us is larger; a broker that knows MQTT 5 keeps it away. */
const largestIncomingBytes = 1_048_576;

/** Makes one connection; throws ConnectError. A message that comes right behind the CONNACK is not lost. */
export function openConnection(
  options: ConnectionOptions,
  version: ProtocolVersion,
  onMessage: (message: IncomingMessage) => void,
  signal: AbortSignal,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const client = connect(options.url, clientOptions(options, version));
    sendAtOnce(client);
    let failure: Error | undefined;
    let takeover: string | undefined;
    let onClosed: (closed: Closed) => void = () => {};
    const abort = (): void => {
      client.end(true);
      client.stream.destroy();
    };
    signal.addEventListener("abort", abort);

    client.on("error", (error) => {
      failure ??= error;
    });
    client.on("disconnect", (packet) => {
      if (packet.reasonCode === takenOver) takeover = "another client connected with our client id";
    });
    client.on("message", (topic, payload, packet) => {
      onMessage(incoming(topic, payload, packet));
    });
    client.on("connect", (packet) => {
      signal.removeEventListener("abort", abort);
      const closed = new Promise<Closed>((resolveClosed) => {
        onClosed = resolveClosed;
      });
      resolve(new Connection(client, { protocol: version, limits: limitsFrom(packet.properties) }, closed));
    });
    client.on("close", () => {
      signal.removeEventListener("abort", abort);
      // The client is done for; what its streams still have to say must not become an unhandled error.
      client.end(true);
      onClosed({
        kind: takeover === undefined ? "lost" : "taken-over",
        reason: takeover ?? reasonOf(failure),
      });
      reject(connectError(failure));
    });
  });
}

function clientOptions(options: ConnectionOptions, version: ProtocolVersion): IClientOptions {
  const { ca, cert, key, will } = options;
  return {
    protocolVersion: version,
    clientId: options.clientId,
    clean: true,
    keepalive: options.keepaliveSeconds,
    connectTimeout: options.connectTimeoutMs,
    // Each connection is a client of its own: no hidden queue, no stale packet sent again.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    ...(options.username === "" ? {} : { username: options.username }),
    ...(options.password === "" ? {} : { password: options.password }),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(version === 5 ? { properties: { maximumPacketSize: largestIncomingBytes } } : {}),
    ...(will === undefined
      ? {}
      : {
          will: { topic: will.topic, payload: Buffer.from(will.payload), qos: will.qos, retain: will.retain },
        }),
  };
}

/** Without it, small packets wait for the acknowledgement of the one before: 40 ms instead of 1. */
function sendAtOnce(client: MqttClient): void {
  const stream: unknown = client.stream;
  if (hasSetNoDelay(stream)) stream.setNoDelay(true);
}

function hasSetNoDelay(stream: unknown): stream is { setNoDelay(on: boolean): void } {
  return typeof stream === "object" && stream !== null && "setNoDelay" in stream;
}

function incoming(topic: string, payload: Buffer, packet: IPublishPacket): IncomingMessage {
  const { responseTopic, correlationData, messageExpiryInterval } = packet.properties ?? {};
  return {
    topic,
    payload,
    retain: packet.retain,
    replyTo: responseTopic === undefined ? undefined : { topic: responseTopic, correlation: correlationData },
    expirySeconds: messageExpiryInterval,
  };
}

function connectError(failure: Error | undefined): ConnectError {
  const code = codeOf(failure);
  const attempt =
    failure === undefined
      ? "closed-early"
      : typeof code === "number" && refusedVersion.has(code)
        ? "version-refused"
        : "other";
  return new ConnectError(attempt, reasonOf(failure), { cause: failure });
}

function codeOf(error: Error | undefined): unknown {
  return error !== undefined && "code" in error ? error.code : undefined;
}

function reasonOf(failure: Error | undefined): string {
  if (failure === undefined) return "the broker closed the connection";
  const code = codeOf(failure);
  return typeof code === "string" && !failure.message.includes(code)
    ? `${failure.message} (${code})`
    : failure.message;
}
