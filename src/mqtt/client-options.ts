import type { IClientOptions } from "mqtt";
import type { Message } from "../core/message.ts";
import type { ProtocolVersion } from "./protocol-choice.ts";

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
  /** The largest packet to send, where that is known before the broker tells; it may tell of less. */
  readonly maximumPacketBytes?: number | undefined;
}

/** Nothing that is sent to us is larger; a broker that knows MQTT 5 keeps it away. */
const largestIncomingBytes = 1_048_576;

/** What MQTT.js is told. */
export function clientOptions(options: ConnectionOptions, version: ProtocolVersion): IClientOptions {
  const { ca, cert, key, will } = options;
  const { username, password } = credentials(options);
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
    // A buffer made beforehand for each number up to 65,535: 11 MB, and tens of milliseconds of the start.
    writeCache: false,
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password }),
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

/** The address without credentials: MQTT.js would take it apart at the wrong colon and prefer it to our own. */
export function bareAddress(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url.href;
}

/** What was configured apart goes before what stands in the address. */
function credentials({ url, username, password }: ConnectionOptions): { username: string; password: string } {
  const inAddress = new URL(url);
  return {
    username: username === "" ? decode(inAddress.username) : username,
    password: password === "" ? decode(inAddress.password) : password,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
