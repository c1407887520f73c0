import { reachableHost } from "../lib/reachable-host.ts";
import type { Config } from "./schema.ts";

/** The settings that tell how the broker is reached. */
export type BrokerSettings = Pick<Config, "mqtt" | "broker">;

/** The broker that the bridge uses: the configured one, else the one inside a bridge on this machine. */
export function brokerUrl({ mqtt, broker }: BrokerSettings): string {
  if (mqtt.url !== "") return mqtt.url;
  return `mqtt://${reachableHost(broker.host)}:${broker.port}`;
}
