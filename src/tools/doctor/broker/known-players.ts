import { factsOf } from "../../../extensions/home-assistant/discovery/describe-device.ts";
import { recogniseOwn } from "../../../extensions/home-assistant/discovery/recognise.ts";
import { asText } from "../../../core/topics/as-json.ts";
import type { IncomingMessage } from "../../../core/topics/message.ts";
import { isBridgeName } from "../../../core/topics/topics.ts";
import { parseObject } from "./check-bridge.ts";

/** The filter for what the bridge told of its players. */
export function playerInfoFilter(base: string): string {
  return `${base}/+/info`;
}

/** The MACs of players by their ids, as earlier runs of the bridge told them to the broker. */
export function macsToldBefore(messages: readonly IncomingMessage[], base: string): Map<string, string> {
  const macs = new Map<string, string>();
  for (const { topic, payload } of messages) {
    const text = Buffer.from(payload).toString();
    const id = idOfInfo(topic, base);
    const own = id === undefined ? recogniseOwn(text) : undefined;
    if (own?.id !== undefined && own.base === base) remember(macs, own.id, factsOf(own.payload).mac);
    if (id !== undefined) remember(macs, id, asText(parseObject(text)?.["mac"]));
  }
  return macs;
}

function idOfInfo(topic: string, base: string): string | undefined {
  if (!topic.startsWith(`${base}/`) || !topic.endsWith("/info")) return undefined;
  const id = topic.slice(base.length + 1, -"/info".length);
  return id.includes("/") || isBridgeName(id) ? undefined : id;
}

function remember(macs: Map<string, string>, id: string, mac: string | undefined): void {
  if (mac !== undefined) macs.set(id, mac.toLowerCase());
}
