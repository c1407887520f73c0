import type { Config } from "../../config/schema.ts";
import { splitBrokerUrls } from "../../config/setting-shapes.ts";
import type { OpenLeaseStore } from "../../core/lease-store.ts";
import type { Clock } from "../../lib/clock.ts";
import { readTlsFiles } from "../../mqtt/tls-files.ts";

/** The store of the fleet; undefined without one, and then nothing of it is loaded. */
export async function openLeaseStore(config: Config, clock: Clock): Promise<OpenLeaseStore | undefined> {
  const { ca, cert, key, leaseMs, password, url, username } = config.fleet;
  if (url === "") return undefined;
  const { NatsLeaseStore } = await import("../../nats/nats-lease-store.ts");
  const options = {
    urls: splitBrokerUrls(url),
    username,
    password,
    tls: readTlsFiles({ ca, cert, key }, "fleet"),
    // What else a base topic may have is no name of a bucket.
    bucket: config.mqtt.baseTopic.replaceAll(/[^\w-]/g, "_"),
    leaseMs,
  };
  return (events) => new NatsLeaseStore(options, events, clock);
}
