import { hash32 } from "../../lib/hash.ts";
import { fits } from "../resources/fit.ts";
import { type Message, retained } from "./message.ts";
import { type BridgeName, bridgeTopic, infoTopic } from "./topics.ts";

export interface BridgeInfo {
  readonly version: string;
  readonly startedAt: string;
  /** Of two bridges of one name, that with the higher term runs the players. */
  readonly term: number;
  readonly sequence: number;
  readonly mqtt: {
    readonly protocol: "5" | "3.1.1";
    readonly clientId: string;
    readonly maximumPacketBytes: number;
    readonly maximumQos: number;
    readonly retainAvailable: boolean;
    readonly receiveMaximum: number;
  };
  /** The makes of the owner, by their names; absent without any. */
  readonly makes?: readonly string[];
  readonly players: readonly { readonly id: string; readonly name: string }[];
  /** Former players whose topics are not cleared yet. */
  readonly leaving?: readonly string[];
}

/** Whether the bridge is online; the same topic carries its will. */
export function bridgeState(base: string, bridge: BridgeName, state: "online" | "offline"): Message {
  return retained(bridgeTopic(base, "state", bridge), state, 1);
}

/** Clears the topics of a former bridge with this many info pages; its state last. */
export function clearBridge(base: string, bridge: BridgeName, pages: number): Message[] {
  const topics = [
    bridgeTopic(base, "latest-version", bridge),
    bridgeTopic(base, "health", bridge),
    ...infoTopics(base, bridge, pages).toReversed(),
    bridgeTopic(base, "state", bridge),
  ];
  return topics.map((topic) => retained(topic, "", 1));
}

export function infoTopics(base: string, bridge: BridgeName, pages: number): string[] {
  return Array.from({ length: pages + 1 }, (_, page) => infoTopic(base, bridge, page));
}

/** Whatever the broker allows: the list of players is the bridge's claim and must not get lost. */
const smallestPageBytes = 512;

type Player = BridgeInfo["players"][number];

type Entry = Player | string;

/**
 * The bridge's info. It lists all players, since it is the bridge's claim on them; if one message is too small, they
 * are listed on numbered pages. `info` itself comes last with the number of pages and their revision, so a reader never
 * mixes two lists.
 */
export function bridgeInfo(
  base: string,
  bridge: BridgeName,
  info: BridgeInfo,
  maxBytes: number,
): readonly Message[] {
  const whole = JSON.stringify(info);
  // The broker acknowledges each page: what arrives afterwards was sent after the claim.
  if (fits(whole, maxBytes)) return [retained(infoTopic(base, bridge, 0), whole, 1)];
  const { players, leaving = [], ...about } = info;
  const revision = hash32(whole).toString(36);
  const write = (page: number, pages: number, entries: readonly Entry[]): string =>
    JSON.stringify({
      ...(page === 0 && { ...about, playersCount: players.length, pages }),
      revision,
      players: entries.filter((entry) => typeof entry === "object"),
      leaving: entries.filter((entry) => typeof entry === "string"),
    });
  const pageBytes = Math.max(smallestPageBytes, maxBytes);
  const roomOf = (page: number): number => pageBytes - Buffer.byteLength(write(page, 9999, []));
  const pages = paginate([...players, ...leaving], roomOf);
  return pages
    .map((entries, page) =>
      retained(infoTopic(base, bridge, page), write(page, pages.length - 1, entries), 1),
    )
    .toReversed();
}

/** Distributes the entries over as few pages as possible; `roomOf` tells the bytes that a page has for them. */
function paginate(entries: readonly Entry[], roomOf: (page: number) => number): Entry[][] {
  let page: Entry[] = [];
  let leftBytes = roomOf(0);
  const pages = [page];
  for (const entry of entries) {
    const bytes = Buffer.byteLength(`${JSON.stringify(entry)},`);
    // The first page may have no room for a player. Any other takes at least one.
    if (bytes > leftBytes) {
      page = [];
      leftBytes = roomOf(pages.length);
      pages.push(page);
    }
    page.push(entry);
    leftBytes -= bytes;
  }
  return pages;
}
