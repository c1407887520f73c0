import { readRecord } from "../core/topics/bridge-record.ts";
import type { BridgeName } from "../core/topics/topics.ts";
import { didYouMean } from "./parse-arguments.ts";

/** What the broker has told so far: the payloads of the bridges' and the player's own topics. */
export interface Said {
  readonly bridges: Map<BridgeName, { readonly state?: string; readonly info?: string }>;
  availability?: string;
}

/** Whether a command can be sent: it can, it may turn out later, or it cannot. */
export type Readiness =
  | { readonly kind: "ready" | "open" }
  | { readonly kind: "problem"; readonly problem: string };

/** Judges from what was said; when all is said, silence means something too. What is for a player that is off can go to it. */
export function judgeReadiness(
  { bridges, availability = "" }: Said,
  playerId: string,
  isAllSaid: boolean,
  isForAbsent = false,
): Readiness {
  const all = Array.from(bridges, ([name, { state = "", info = "" }]) => ({
    name,
    state,
    players: readRecord(info)?.players ?? [],
  }));
  const online = all.filter(({ state }) => state === "online");
  // One that is alone has all players, so nobody else has to be heard. Of a fleet, any may have it.
  const isComplete = isAllSaid || online.some(({ name }) => name === "bridge");
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
