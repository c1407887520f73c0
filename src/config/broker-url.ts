import { reachableHost } from "../lib/reachable-host.ts";
import type { Config } from "./schema.ts";

/** The settings of the broker connection. */
export type BrokerSettings = Pick<Config, "mqtt" | "broker">;

/** The address of the configured broker, or of the embedded one on this machine. */
export function brokerUrl({ mqtt, broker }: BrokerSettings): string {
  if (mqtt.url !== "") return mqtt.url;
  return `mqtt://${reachableHost(broker.host)}:${broker.port}`;
}
