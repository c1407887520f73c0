import { hash32 } from "../../lib/hash.ts";
import { fits } from "../resources/fit.ts";
import { type Message, retained } from "./message.ts";
import { type BridgeName, bridgeTopic, infoTopic } from "./topics.ts";

export interface BridgeInfo {
  readonly version: string;
  readonly startedAt: string;
  /** Of two bridges of one name, that with the higher term runs the players. */
  readonly term: number;
  /** Counts the infos of this run. */
  readonly sequence: number;
  /** What a member of a fleet tells the others. */
  readonly fleet?: {
    /** A hash of the players in its configuration. */
    readonly list: string;
    /** Players of other members that are its own by the hash. */
    readonly wants?: readonly string[];
    /** Whether it does not know yet what the others claim. */
    readonly isReading?: true;
  };
  readonly mqtt: {
    readonly protocol: "5" | "3.1.1";
    readonly clientId: string;
    readonly maximumPacketBytes: number;
    readonly maximumQos: number;
    readonly retainAvailable: boolean;
    readonly receiveMaximum: number;
  };
  readonly players: readonly { readonly id: string; readonly name: string }[];
  /** Former players whose topics are not cleared yet. */
  readonly leaving?: readonly string[];
}

/** Whether the bridge is online; the same topic carries its will. */
export function bridgeState(base: string, bridge: BridgeName, state: "online" | "offline"): Message {
  return { ...retained(bridgeTopic(base, "state", bridge), state), qos: 1 };
}

/** Clears the topics of a former bridge with this many info pages; its state last. */
export function clearBridge(base: string, bridge: BridgeName, pages: number): Message[] {
  const topics = [
    bridgeTopic(base, "latest-version", bridge),
    bridgeTopic(base, "health", bridge),
    ...infoTopics(base, bridge, pages).toReversed(),
    bridgeTopic(base, "state", bridge),
  ];
  return topics.map((topic) => ({ ...retained(topic, ""), qos: 1 }));
}

export function infoTopics(base: string, bridge: BridgeName, pages: number): string[] {
  return Array.from({ length: pages + 1 }, (_, page) => infoTopic(base, bridge, page));
}

/**
 * The minimum size of a page, whatever the broker allows: the list of players is the bridge's claim and must not get
 * lost.
 */
const smallestPageBytes = 512;

type InfoPage = Pick<BridgeInfo, "players" | "leaving">;

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
  if (fits(whole, maxBytes)) return [infoMessage(infoTopic(base, bridge, 0), whole)];
  const { players, leaving: _, ...about } = info;
  const revision = hash32(whole).toString(36);
  const write = (page: number, pages: number, { players: some, leaving: others = [] }: InfoPage): string =>
    JSON.stringify({
      ...(page === 0 && { ...about, playersCount: players.length, pages }),
      revision,
      players: some,
      ...(others.length > 0 && { leaving: others }),
    });
  const roomBytes = Math.max(smallestPageBytes, maxBytes);
  const lists = paginate(info, (page, list) => fits(write(page, 9999, list), roomBytes));
  return lists
    .map((list, page) => infoMessage(infoTopic(base, bridge, page), write(page, lists.length - 1, list)))
    .toReversed();
}

/** The broker acknowledges it: what arrives afterwards was sent after the claim. */
function infoMessage(topic: string, payload: string): Message {
  return { ...retained(topic, payload), qos: 1 };
}

/** Distributes the players, then the leaving ones, over as few pages as possible. */
function paginate(
  { players, leaving = [] }: InfoPage,
  hasRoom: (page: number, list: InfoPage) => boolean,
): InfoPage[] {
  const total = players.length + leaving.length;
  const listOf = (from: number, to: number): InfoPage => ({
    players: players.slice(from, to),
    leaving: leaving.slice(Math.max(0, from - players.length), Math.max(0, to - players.length)),
  });
  const pages: InfoPage[] = [];
  for (let from = 0; from < total || pages.length === 0; ) {
    // The first page also contains the other fields and may have no room for a player. Any other page takes at least
    // one.
    let [fitting, tooMany] = [pages.length === 0 ? from : from + 1, total + 1];
    while (tooMany - fitting > 1) {
      const to = Math.floor((fitting + tooMany) / 2);
      if (hasRoom(pages.length, listOf(from, to))) fitting = to;
      else tooMany = to;
    }
    pages.push(listOf(from, fitting));
    from = fitting;
  }
  return pages;
}
