import { commandTargets } from "../controls/command.ts";
import type { ResourceLeaf } from "../resources/player.ts";
import { queuePagesLeaf } from "../resources/queue.ts";
import { settingLeaves, settingsFolder } from "../resources/settings.ts";

export const longestPlayerId = 32;
/** A topic level that every broker accepts. */
const slug = new RegExp(`^[a-z0-9_-]{1,${longestPlayerId}}$`);

/** The id on whose topics `check` tries what the broker allows: no player has one so long. */
export function probeIdOf(token: string): string {
  return token.padEnd(longestPlayerId + 1, "-");
}

export function isProbeId(id: string): boolean {
  return id.length === longestPlayerId + 1 && id.endsWith("-");
}

export type BridgeName = "bridge" | `bridge-${string}`;

export function isBridgeName(text: string): text is BridgeName {
  return /^bridge(-[a-z0-9-]{1,24})?$/.test(text);
}

/** Names that lead from an object of JavaScript to what all objects share: they must not become keys. */
const reservedKeys = new Set(["__proto__", "constructor", "prototype"]);

export function isReservedKey(text: string): boolean {
  return reservedKeys.has(text);
}

/** Whether a text can be a player's id, and so a topic level and a key. The names of bridges are reserved. */
export function isPlayerId(text: string): boolean {
  return slug.test(text) && text !== "bridge" && !text.startsWith("bridge-") && !isReservedKey(text);
}

export type PlayerLeaf =
  | "availability"
  | "info"
  | "description"
  | ResourceLeaf
  | `${typeof queuePagesLeaf}/${number}`
  | `${typeof settingsFolder}/${string}`
  | "music/queue/page"
  | "library/page"
  | "watched"
  | "played"
  | "history"
  | "state"
  | "raw"
  | "result";

export type BridgeLeaf = "state" | "info" | "health" | "latest-version" | "result" | "log";

/** All except the state: the filter for the states of all bridges includes that. */
const otherLeaves = ["info", "health", "result", "log"] as const satisfies readonly BridgeLeaf[];

export function infoTopic(base: string, bridge: BridgeName, page: number): string {
  const topic = bridgeTopic(base, "info", bridge);
  return page === 0 ? topic : `${topic}/${page}`;
}

export function infoPagesFilter(base: string, bridge: BridgeName): string {
  return `${bridgeTopic(base, "info", bridge)}/+`;
}

export function bridgeTopic(base: string, leaf: BridgeLeaf, bridge: BridgeName = "bridge"): string {
  return `${base}/${bridge}/${leaf}`;
}

export function requestTopic(base: string, bridge: BridgeName | "+", name: string): string {
  return `${base}/${bridge}/request/${name}`;
}

export function bridgeStates(base: string): string {
  return `${base}/+/state`;
}

export interface BridgeArrival {
  readonly bridge: BridgeName;
  readonly leaf: "state" | "info" | "health";
  readonly page: number;
}

export function parseBridgeTopic(base: string, topic: string): BridgeArrival | undefined {
  if (!topic.startsWith(`${base}/`)) return undefined;
  const [bridge = "", leaf = "", page = "0", ...rest] = topic.slice(base.length + 1).split("/");
  if (!isBridgeName(bridge) || rest.length > 0) return undefined;
  if (leaf === "info" && /^\d{1,4}$/.test(page)) return { bridge, leaf, page: Number(page) };
  return (leaf === "state" || leaf === "health") && page === "0" ? { bridge, leaf, page: 0 } : undefined;
}

export function playerTopic(base: string, id: string, leaf: PlayerLeaf): string {
  return `${base}/${id}/${leaf}`;
}

/** The filters of a watcher: everything, or one player and the bridges that may run it, with their messages. */
export function watchFilters(
  base: string,
  id: string | undefined,
  bridges: Iterable<BridgeName> = [],
): string[] {
  if (id === undefined) return [`${base}/#`];
  const others = [...bridges].flatMap((bridge) => [
    ...otherLeaves.map((leaf) => bridgeTopic(base, leaf, bridge)),
    infoPagesFilter(base, bridge),
  ]);
  return [`${base}/${id}/#`, bridgeStates(base), ...others];
}

export function setTopic(base: string, id: string, target: string): string {
  return `${base}/${id}/${target}/set`;
}

export function commandTopics(base: string, id: string): string[] {
  return commandTargets.map((target) => setTopic(base, id, target));
}

/** The filters for a player's commands. Controls that do not exist match as well: their commands are rejected. */
export function commandFilters(base: string, id: string): string[] {
  return [`${base}/${id}/+/set`, `${base}/${id}/+/+/set`];
}

/** AWS IoT Core ends the connection of a client that subscribes to more levels. */
const mostSlashes = 7;

/**
 * The filters for commands of any player to controls with too many levels: they are rejected, too. The bridge publishes
 * nothing as deep as what the second one matches.
 */
export function deepCommandFilters(base: string): string[] {
  return [`${base}/+/+/+/+/set`, `${base}/+/+/+/+/+/+/#`].filter(
    (filter) => filter.split("/").length - 1 <= mostSlashes,
  );
}

export function pagesFilter(base: string, id: string): string {
  return `${base}/${id}/${queuePagesLeaf}/+`;
}

/** The filter for a topic that each setting of a player has. */
export function settingTitlesFilter(base: string, id: string): string {
  return playerTopic(base, id, `${settingsFolder}/+/title`);
}

/** The filters for all topics of settings of a player, without those of commands to one of them. */
export function settingsFilters(base: string, id: string): string[] {
  return settingLeaves("+").map((leaf) => playerTopic(base, id, leaf));
}

/** The player of a topic, and the rest of it; undefined for any other topic. */
export function splitTopic(
  base: string,
  topic: string,
): { readonly id: string; readonly leaf: string } | undefined {
  const cut = topic.indexOf("/", base.length + 1);
  const id = topic.slice(base.length + 1, cut);
  const isOfPlayer = cut > 0 && topic.startsWith(`${base}/`) && isPlayerId(id);
  return isOfPlayer ? { id, leaf: topic.slice(cut + 1) } : undefined;
}

export type Arrival =
  /** The target is text as it came: there may be no such control. */
  | { readonly kind: "command"; readonly id: string; readonly target: string }
  | { readonly kind: "page"; readonly id: string; readonly page: number }
  | { readonly kind: "setting"; readonly id: string; readonly tag: string };

/** Parses a topic that arrived; undefined for a foreign one. */
export function parseTopic(base: string, topic: string): Arrival | undefined {
  const { id, leaf } = splitTopic(base, topic) ?? {};
  if (id === undefined || leaf === undefined) return undefined;
  const target = /^(.*)\/set$/s.exec(leaf)?.[1];
  if (target !== undefined) return { kind: "command", id, target };
  const page = /^music\/queue\/pages\/(1?\d{1,3})$/.exec(leaf)?.[1];
  if (page !== undefined) return { kind: "page", id, page: Number(page) };
  const tag = /^settings\/([^/]+)(?:\/(?:title|group|options|range|text))?$/.exec(leaf)?.[1];
  return tag === undefined ? undefined : { kind: "setting", id, tag };
}
