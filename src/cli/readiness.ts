import { type InfoPages, readRecord } from "../core/topics/bridge-record.ts";
import type { BridgeArrival, BridgeName } from "../core/topics/topics.ts";
import { didYouMean } from "./parse-arguments.ts";

/** The retained payloads received so far: those of the bridges, and the availability of the player. */
export interface Received {
  readonly bridges: Map<BridgeName, { readonly state?: string; readonly info: InfoPages }>;
  availability?: string;
}

export const noBridge = "no bridge found at this broker: is it running with the same mqtt.baseTopic?";

export type Readiness =
  | { readonly kind: "ready" | "open" }
  | { readonly kind: "problem"; readonly problem: string };

export function addArrival({ bridges }: Received, { bridge, leaf, page }: BridgeArrival, text: string): void {
  const before = bridges.get(bridge) ?? { info: new Map() };
  if (leaf === "state") bridges.set(bridge, { ...before, state: text });
  else if (leaf === "info") bridges.set(bridge, { ...before, info: new Map(before.info).set(page, text) });
}

/**
 * Judges whether a command can be sent. Once all retained messages have arrived, missing ones count, too. Commands for
 * players that are off can be sent while the player is offline.
 */
export function judgeReadiness(
  { bridges, availability = "" }: Received,
  playerId: string,
  hasAll: boolean,
  worksOffline = false,
): Readiness {
  const all = Array.from(bridges, ([name, { state = "", info }]) => {
    const { players = [], isComplete = false } = readRecord(info) ?? {};
    return { name, state, players, isComplete: isComplete || info.size === 0 };
  });
  const online = all.filter(({ state }) => state === "online");
  // A single bridge has all players. In a fleet, any bridge may have this one.
  const isComplete = hasAll || online.some((one) => one.name === "bridge" && one.isComplete);
  if (online.length === 0) {
    const isOffline = all.some(({ state }) => state === "offline");
    if (isOffline && hasAll) return problem("the bridge is offline");
    if (hasAll) return problem(noBridge);
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
  if (availability === "offline" && !worksOffline) return problem("the player is offline");
  return { kind: availability !== "" || hasAll ? "ready" : "open" };
}

function problem(text: string): Readiness {
  return { kind: "problem", problem: text };
}
