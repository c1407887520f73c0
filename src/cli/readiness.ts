import { type InfoPages, readRecord } from "../core/topics/bridge-record.ts";
import type { BridgeArrival, BridgeName } from "../core/topics/topics.ts";
import { didYouMean } from "./parse-arguments.ts";

/** What the broker has told so far: the payloads of the bridges' and the player's own topics. */
export interface Said {
  readonly bridges: Map<BridgeName, { readonly state?: string; readonly info: InfoPages }>;
  availability?: string;
}

/** Whether a command can be sent: it can, it may turn out later, or it cannot. */
export type Readiness =
  | { readonly kind: "ready" | "open" }
  | { readonly kind: "problem"; readonly problem: string };

/** Adds a payload that a bridge published about itself. */
export function addArrival({ bridges }: Said, { bridge, leaf, page }: BridgeArrival, text: string): void {
  const before = bridges.get(bridge) ?? { info: new Map() };
  if (leaf === "state") bridges.set(bridge, { ...before, state: text });
  else if (leaf === "info") bridges.set(bridge, { ...before, info: new Map(before.info).set(page, text) });
}

/** Judges from what was said; when all is said, silence means something too. What is for a player that is off can go to it. */
export function judgeReadiness(
  { bridges, availability = "" }: Said,
  playerId: string,
  isAllSaid: boolean,
  isForAbsent = false,
): Readiness {
  const all = Array.from(bridges, ([name, { state = "", info }]) => {
    const { players = [], isComplete = false } = readRecord(info) ?? {};
    return { name, state, players, isComplete: isComplete || info.size === 0 };
  });
  const online = all.filter(({ state }) => state === "online");
  // A single bridge has all players. In a fleet, any bridge may have this one.
  const isComplete = isAllSaid || online.some((one) => one.name === "bridge" && one.isComplete);
  if (online.length === 0) {
    const isOffline = all.some(({ state }) => state === "offline");
    if (isOffline && isAllSaid) return problem("the bridge is offline");
    if (isAllSaid) {
      return problem("no bridge is known to this broker: is it running, with the same mqtt.baseTopic?");
    }
    return { kind: "open" };
  }
  const known = online.flatMap(({ players }) => players);
  const isHeld = known.includes(playerId);
  if (!isHeld && !isComplete) return { kind: "open" };
  if (!isHeld && known.length > 0) {
    const former = all.find(({ players }) => players.includes(playerId));
    return problem(
      former === undefined
        ? `the bridge has no such player: ${didYouMean(playerId, known, `it has ${known.join(", ")}`)}`
        : `${former.name}, which has the player, is offline`,
    );
  }
  if (availability === "offline" && !isForAbsent) return problem("the player is offline");
  return { kind: availability !== "" || isAllSaid ? "ready" : "open" };
}

function problem(text: string): Readiness {
  return { kind: "problem", problem: text };
}
