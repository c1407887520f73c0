import { type CommandTarget, commandTargets } from "../controls/command.ts";
import type { ResourceLeaf } from "../resources/player.ts";
import { pagesOfQueue } from "../resources/queue.ts";

const targetsByLeaf = new Map(commandTargets.map((target) => [`${target}/set`, target]));

/** How many characters the id of a player may have. */
export const longestPlayerId = 32;
/** What may stand in a topic level of ours: every broker in the field takes it. */
const slug = new RegExp(`^[a-z0-9_-]{1,${longestPlayerId}}$`);

/** What a bridge is called in its topics: one of a fleet has its number. */
export type BridgeName = "bridge" | `bridge-${number}`;

/** Whether a text is what a bridge is called. */
export function isBridgeName(text: string): text is BridgeName {
  return /^bridge(-\d{1,9})?$/.test(text);
}

/** Whether a text can be a player's id, and so a topic level. The names of bridges are theirs. */
export function isPlayerId(text: string): boolean {
  return slug.test(text) && !isBridgeName(text);
}

/** The topics of one player below its id. */
export type PlayerLeaf =
  | "availability"
  | "info"
  | ResourceLeaf
  | `${typeof pagesOfQueue}/${number}`
  | "music/queue/page"
  | "result";

/** The topics of the bridge itself. */
export type BridgeLeaf = "state" | "info" | "health" | "result" | "log";

/** All but the state, which the filter for the states of all bridges covers. */
const otherLeaves = ["info", "health", "result", "log"] as const satisfies readonly BridgeLeaf[];

/** The topic of a page of a bridge's info; page 0 is `info` itself. */
export function infoTopic(base: string, bridge: BridgeName, page: number): string {
  const topic = bridgeTopic(base, "info", bridge);
  return page === 0 ? topic : `${topic}/${page}`;
}

/** The filter for all pages of a bridge's info but the first. */
export function infoPagesFilter(base: string, bridge: BridgeName): string {
  return `${bridgeTopic(base, "info", bridge)}/+`;
}

/** The topic of something the bridge says about itself. */
export function bridgeTopic(base: string, leaf: BridgeLeaf, bridge: BridgeName = "bridge"): string {
  return `${base}/${bridge}/${leaf}`;
}

/** The topic on which something is asked of a bridge itself. */
export function requestTopic(base: string, bridge: BridgeName, name: string): string {
  return `${base}/${bridge}/request/${name}`;
}

/** The filter for the states of all bridges: players have no topic that it matches. */
export function bridgeStates(base: string): string {
  return `${base}/+/state`;
}

/** A topic on which a bridge publishes something about itself; `page` is that of its info, else 0. */
export interface BridgeArrival {
  readonly bridge: BridgeName;
  readonly leaf: "state" | "info" | "health";
  readonly page: number;
}

/** Reads such a topic; undefined for any other. */
export function parseBridgeTopic(base: string, topic: string): BridgeArrival | undefined {
  if (!topic.startsWith(`${base}/`)) return undefined;
  const [bridge = "", leaf = "", page = "0", ...rest] = topic.slice(base.length + 1).split("/");
  if (!isBridgeName(bridge) || rest.length > 0) return undefined;
  if (leaf === "info" && /^\d{1,4}$/.test(page)) return { bridge, leaf, page: Number(page) };
  return (leaf === "state" || leaf === "health") && page === "0" ? { bridge, leaf, page: 0 } : undefined;
}

/** The topic of something the bridge says about a player. */
export function playerTopic(base: string, id: string, leaf: PlayerLeaf): string {
  return `${base}/${id}/${leaf}`;
}

/** What somebody who watches listens to: everything, or one player, who is there to look after it, and what those say. */
export function watchFilters(
  base: string,
  id: string | undefined,
  bridges: Iterable<BridgeName> = [],
): string[] {
  if (id === undefined) return [`${base}/#`];
  const told = [...bridges].flatMap((bridge) => [
    ...otherLeaves.map((leaf) => bridgeTopic(base, leaf, bridge)),
    infoPagesFilter(base, bridge),
  ]);
  return [`${base}/${id}/#`, bridgeStates(base), ...told];
}

/** The topic on which something is asked for. */
export function setTopic(base: string, id: string, target: CommandTarget): string {
  return `${base}/${id}/${target}/set`;
}

/** The topics on which a player's commands arrive. */
export function commandTopics(base: string, id: string): string[] {
  return commandTargets.map((target) => setTopic(base, id, target));
}

/** The filter for the pages of a queue: what an earlier run left there is found by it. */
export function pagesFilter(base: string, id: string): string {
  return `${base}/${id}/${pagesOfQueue}/+`;
}

/** What a topic that arrived means. */
export type Arrival =
  | { readonly kind: "command"; readonly id: string; readonly target: CommandTarget }
  | { readonly kind: "page"; readonly id: string; readonly page: number };

/** Reads a topic that arrived; undefined for one that is none of ours. */
export function parseTopic(base: string, topic: string): Arrival | undefined {
  if (!topic.startsWith(`${base}/`)) return undefined;
  const rest = topic.slice(base.length + 1);
  const cut = rest.indexOf("/");
  const id = rest.slice(0, cut);
  if (cut < 0 || !isPlayerId(id)) return undefined;
  const leaf = rest.slice(cut + 1);
  const target = targetsByLeaf.get(leaf);
  if (target !== undefined) return { kind: "command", id, target };
  const page = /^music\/queue\/pages\/(1?\d{1,3})$/.exec(leaf)?.[1];
  return page === undefined ? undefined : { kind: "page", id, page: Number(page) };
}
