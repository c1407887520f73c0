import { type BridgeName, parseBridgeTopic, watchFilters } from "../core/topics/topics.ts";
import type { Clock } from "../lib/clock.ts";
import type { BrokerLink } from "../mqtt/link.ts";
import type { BrokerSettings } from "../config/broker-url.ts";
import { createBrokerClient, listenTo, wantedOf } from "./broker-client.ts";
import type { Viewer } from "../tools/terminal-view/view-state.ts";

export function followTopics(
  viewer: Viewer,
  settings: BrokerSettings,
  playerId: string | undefined,
  clock: Clock,
): BrokerLink {
  const link = createBrokerClient(settings, clock);
  const base = settings.mqtt.baseTopic;
  const bridges = new Set<BridgeName>();
  listenTo(link, watchFilters(base, playerId), {
    onConnected: () => viewer.show({ kind: "connected" }),
    onLost: (reason) => viewer.show({ kind: "lost", reason }),
    onRefused: (text) => viewer.show({ kind: "note", text }),
    onMessage: ({ topic, payload }) => {
      viewer.show({ kind: "message", topic, text: textOf(payload) });
      const { bridge } = parseBridgeTopic(base, topic) ?? {};
      if (playerId === undefined || bridge === undefined || bridges.has(bridge)) return;
      bridges.add(bridge);
      link.listenTo(wantedOf(watchFilters(base, playerId, bridges)));
    },
  });
  return link;
}

/** The payload as text, or its size if it is binary. */
function textOf(payload: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(payload);
  } catch {
    return `(${payload.byteLength} bytes of binary data)`;
  }
}
