import { type InfoPages, readRecord } from "../core/topics/bridge-record.ts";
import { type BridgeName, parseBridgeTopic, watchFilters } from "../core/topics/topics.ts";
import type { Clock } from "../lib/clock.ts";
import type { BrokerLink } from "../mqtt/link.ts";
import type { BrokerSettings } from "../config/broker-url.ts";
import { createBrokerClient, listenTo, noBridge, replayMs, wantedOf } from "./broker-client.ts";
import { didYouMean } from "./parse-arguments.ts";
import type { Viewer } from "../tools/terminal-view/view-state.ts";

/** Shows what the broker sends; `onUnknown` is called if the bridges that are there do not have the player. */
export function followTopics(
  viewer: Viewer,
  settings: BrokerSettings,
  playerId: string | undefined,
  clock: Clock,
  onUnknown: (problem: string) => void = () => {},
): BrokerLink {
  const link = createBrokerClient(settings, clock);
  const base = settings.mqtt.baseTopic;
  const bridges = new Map<BridgeName, { readonly state: string; readonly info: InfoPages }>();
  let isKnown = playerId === undefined;
  let hasArrivals = false;
  const findPlayer = (): void => {
    const all = Array.from(bridges, ([name, { state, info }]) => {
      return { name, isOnline: state === "online", players: readRecord(info)?.players ?? [] };
    });
    // One that is offline may come back with other players.
    const known = all.filter(({ isOnline }) => isOnline).flatMap(({ players }) => players);
    if (playerId === undefined || isKnown || known.length === 0 || known.includes(playerId)) return;
    const holder = all.find(({ players }) => players.includes(playerId));
    if (holder !== undefined) return onUnknown(`${holder.name}, which has the player, is offline`);
    const hint = didYouMean(playerId, known, `it has ${known.join(", ")}`);
    onUnknown(`the bridge has no such player: ${hint}`);
  };
  listenTo(link, watchFilters(base, playerId), {
    onConnected: () => {
      viewer.show({ kind: "connected" });
      clock.after(replayMs, () => {
        if (hasArrivals) findPlayer();
        else viewer.show({ kind: "note", text: noBridge });
      });
    },
    onLost: (reason) => viewer.show({ kind: "lost", reason }),
    onRefused: (text) => viewer.show({ kind: "note", text }),
    onMessage: ({ topic, payload }) => {
      hasArrivals = true;
      const text = textOf(payload);
      viewer.show({ kind: "message", topic, text });
      if (playerId === undefined) return;
      isKnown ||= topic.startsWith(`${base}/${playerId}/`);
      const arrival = parseBridgeTopic(base, topic);
      if (arrival === undefined) return;
      const { bridge, leaf, page } = arrival;
      const isNew = !bridges.has(bridge);
      const { state, info } = bridges.get(bridge) ?? { state: "", info: new Map<number, string>() };
      bridges.set(bridge, {
        state: leaf === "state" ? text : state,
        info: leaf === "info" ? new Map(info).set(page, text) : info,
      });
      if (isNew) link.listenTo(wantedOf(watchFilters(base, playerId, bridges.keys())));
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
