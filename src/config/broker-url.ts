import { reachableHost } from "../lib/reachable-host.ts";
import type { Config } from "./schema.ts";

/** The settings that say how to reach the broker. */
export type BrokerSettings = Pick<Config, "mqtt" | "broker">;

/** The address of the configured broker, else of the embedded one on this machine. */
export function brokerUrl({ mqtt, broker }: BrokerSettings): string {
  if (mqtt.url !== "") return mqtt.url;
  return `mqtt://${reachableHost(broker.host)}:${broker.port}`;
}
