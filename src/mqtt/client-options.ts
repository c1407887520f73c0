import { unescape } from "node:querystring";
import type { IClientOptions } from "mqtt";
import type { Message } from "../core/topics/message.ts";
import type { StreamOptions } from "./open-stream.ts";
import type { ProtocolVersion } from "./protocol-choice.ts";

export interface ConnectionOptions extends StreamOptions {
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  readonly keepaliveSeconds: number;
  readonly connectTimeoutMs: number;
  readonly will: Message | undefined;
  /** The largest packet to send, if an earlier connection found a limit, for the maximum that CONNACK reports. */
  readonly knownPacketBytes?: (reportedBytes: number | undefined) => number | undefined;
}

/** The largest packet that we accept: an MQTT 5 broker does not send larger ones. */
const largestIncomingBytes = 1_048_576;

export function clientOptions(options: ConnectionOptions, version: ProtocolVersion): IClientOptions {
  const { will } = options;
  const { username, password } = credentials(options);
  return {
    protocolVersion: version,
    clientId: options.clientId,
    clean: true,
    keepalive: options.keepaliveSeconds,
    // What we send into a dead connection must not put off the question whether it is dead.
    reschedulePings: false,
    connectTimeout: options.connectTimeoutMs,
    // Each connection is its own client, without hidden queues or stale packets that are sent again.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    // The cache holds a buffer for each number up to 65,535: 11 MB, and tens of milliseconds at the start.
    writeCache: false,
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password }),
    ...(version === 5 ? { properties: { maximumPacketSize: largestIncomingBytes } } : {}),
    ...(will === undefined
      ? {}
      : {
          will: { topic: will.topic, payload: Buffer.from(will.payload), qos: will.qos, retain: will.retain },
        }),
  };
}

/** Configured credentials take precedence over those in the address. */
function credentials({ url, username, password }: ConnectionOptions): { username: string; password: string } {
  const inAddress = new URL(url);
  return {
    // Unlike decodeURIComponent, it accepts a password with a bare percent sign.
    username: username === "" ? unescape(inAddress.username) : username,
    password: password === "" ? unescape(inAddress.password) : password,
  };
}
