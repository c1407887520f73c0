import { brokerUrls } from "../config/broker-url.ts";
import type { Config } from "../config/schema.ts";
import type { Message } from "../core/topics/message.ts";
import type { LinkOptions } from "../mqtt/link.ts";
import { readTlsFiles } from "../mqtt/tls-files.ts";
import { clientIdOf } from "./client-id.ts";

const connectTimeoutMs = 10_000;

/**
 * The broker connection; a bridge that stands by has no will and publishes nothing. TLS files are read each time, since
 * certificates are renewed.
 */
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
