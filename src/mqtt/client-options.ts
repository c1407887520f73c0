import type { IClientOptions } from "mqtt";
import type { Message } from "../core/topics/message.ts";
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

const protocols = ["mqtt", "mqtts", "ws", "wss"] as const;

/** What MQTT.js is told. */
export function clientOptions(options: ConnectionOptions, version: ProtocolVersion): IClientOptions {
  const { ca, cert, key, will } = options;
  const { username, password } = credentials(options);
  return {
    ...placeOf(options.url),
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

/**
 * Where the broker is, in MQTT.js's words. An address as such it would take apart with what Node warns of, credentials at
 * the wrong colon, and an id of the client in its query would go before our own.
 */
function placeOf(address: string): Pick<IClientOptions, "protocol" | "host" | "port" | "path"> {
  const { protocol: scheme, hostname, port, pathname, search } = new URL(address);
  const protocol = protocols.find((name) => scheme === `${name}:`);
  if (protocol === undefined) throw new Error(`${scheme} is no way to a broker`);
  const isWebSocket = protocol === "ws" || protocol === "wss";
  return {
    protocol,
    // A WebSocket has its address put together again, where an IPv6 address needs its brackets; a socket wants none.
    host: isWebSocket ? hostname : hostname.replace(/^\[|\]$/g, ""),
    ...(port === "" ? {} : { port: Number(port) }),
    ...(isWebSocket ? { path: `${pathname}${search}` } : {}),
  };
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
