import { didYouMean } from "./parse-arguments.ts";
import { parseBridgeInfo } from "./view/view-state.ts";

/** What the broker has told so far: the payloads of the bridge's and the player's own topics. */
export interface Said {
  state?: string;
  info?: string;
  availability?: string;
}

/** Whether a command can be sent: it can, it may turn out later, or it cannot. */
export type Readiness =
  | { readonly kind: "ready" | "open" }
  | { readonly kind: "problem"; readonly problem: string };

/** Judges from what was said; when all is said, silence means something too. */
export function judgeReadiness(
  { state = "", info = "", availability = "" }: Said,
  playerId: string,
  isAllSaid: boolean,
): Readiness {
  if (state === "offline") return problem("the bridge is offline");
  if (state !== "online" && isAllSaid) {
    return problem("no bridge is known to this broker: is it running, with the same mqtt.baseTopic?");
  }
  const { playerIds } = parseBridgeInfo(info);
  if (state !== "" && playerIds.length > 0 && !playerIds.includes(playerId)) {
    return problem(
      `the bridge has no such player: ${didYouMean(playerId, playerIds, `it has ${playerIds.join(", ")}`)}`,
    );
  }
  if (state !== "" && availability === "offline") return problem("the player is offline");
  const isKnown = availability === "online" || isAllSaid;
  return { kind: state === "online" && isKnown ? "ready" : "open" };
}

function problem(text: string): Readiness {
  return { kind: "problem", problem: text };
}
