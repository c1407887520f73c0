import { reachableHost } from "../lib/addresses.ts";
import type { Config } from "./schema.ts";
import { splitBrokerUrls } from "./setting-shapes.ts";

export type BrokerSettings = Pick<Config, "mqtt" | "broker">;

/** The addresses of the configured broker, or that of the embedded one on this machine. */
export function brokerUrls({ mqtt, broker }: BrokerSettings): readonly [string, ...string[]] {
  const [first, ...others] = splitBrokerUrls(mqtt.url);
  return first === undefined ? [`mqtt://${reachableHost(broker.host)}:${broker.port}`] : [first, ...others];
}
