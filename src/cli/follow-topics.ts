import { watchFilters } from "../core/topics.ts";
import type { Clock } from "../lib/clock.ts";
import type { BrokerLink } from "../mqtt/link.ts";
import type { BrokerSettings } from "../config/broker-url.ts";
import { createBrokerClient, listenTo } from "./broker-client.ts";
import type { Viewer } from "./view/viewer.ts";

/** Lets the viewer see everything that is said about one player or all of them, until the link is disposed. */
export function followTopics(
  viewer: Viewer,
  settings: BrokerSettings,
  playerId: string | undefined,
  clock: Clock,
): BrokerLink {
  const link = createBrokerClient(settings, clock);
  const decoder = new TextDecoder();
  listenTo(link, watchFilters(settings.mqtt.baseTopic, playerId), {
    onConnected: () => viewer.tell({ kind: "connected" }),
    onLost: (reason) => viewer.tell({ kind: "lost", reason }),
    onRefused: (text) => viewer.tell({ kind: "note", text }),
    onMessage: ({ topic, payload }) => viewer.tell({ kind: "message", topic, text: decoder.decode(payload) }),
  });
  return link;
}
