import { hostname } from "node:os";
import type { Config } from "../config/schema.ts";
import { hash32 } from "../lib/hash.ts";
import { brokerUrls } from "../config/broker-url.ts";
import type { Message } from "../core/topics/message.ts";
import type { LinkOptions } from "../mqtt/link.ts";
import { readTlsFiles } from "../mqtt/tls-files.ts";

const connectTimeoutMs = 10_000;

/** Without a will it stands by, and publishes nothing. TLS files are read each time, since certificates are renewed. */
export function linkOptions(
  config: Config,
  embeddedUrl: string | undefined,
  will: Message | undefined,
): LinkOptions {
  const { mqtt } = config;
  return {
    ...readTlsFiles(mqtt),
    urls: embeddedUrl === undefined ? brokerUrls(config) : [embeddedUrl],
    username: mqtt.username,
    password: mqtt.password,
    clientId: clientIdOf(config),
    keepaliveSeconds: mqtt.keepaliveSeconds,
    connectTimeoutMs,
    will,
    isSilent: will === undefined,
    protocol: embeddedUrl === undefined ? mqtt.protocol : "4",
    base: mqtt.baseTopic,
    maxPayload: mqtt.maxPayload,
    publishRate: mqtt.publishRate,
  };
}

/** The client id is stable, so that a bridge that reconnects takes over its own dead connection. */
export function clientIdOf(config: Config): string {
  // The bridges of a fleet may share one configuration and one machine.
  const { member } = config.fleet;
  const suffix = member === "" ? "" : `-${member}`;
  if (config.mqtt.clientId !== "") return `${config.mqtt.clientId}${suffix}`;
  const mark = hash32(`${config.mqtt.baseTopic} ${hostname()}`).toString(16).padStart(8, "0");
  return `player2mqtt-${mark}${suffix}`;
}
