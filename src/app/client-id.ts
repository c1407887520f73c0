import { hostname } from "node:os";
import type { Config } from "../config/schema.ts";
import { hash32 } from "../lib/hash.ts";

/** The client id is stable, so that a bridge that reconnects takes over its own dead connection. */
export function clientIdOf(config: Config): string {
  // The bridges of a fleet may share one configuration and one machine.
  const { member } = config.fleet;
  const suffix = member === "" ? "" : `-${member}`;
  if (config.mqtt.clientId !== "") return `${config.mqtt.clientId}${suffix}`;
  const mark = hash32(`${config.mqtt.baseTopic} ${hostname()}`).toString(16).padStart(8, "0");
  return `player2mqtt-${mark}${suffix}`;
}
