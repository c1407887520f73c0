import { polledResourceNames, type ResourceName, resourceNames } from "./resource.ts";
import { afterFailureMs } from "./selection.ts";
import type { Session } from "./session.ts";

/** What a player's loop does next. */
export type Step =
  | { readonly kind: "command" }
  | { readonly kind: "read"; readonly resource: ResourceName }
  | { readonly kind: "wait"; readonly ms: number };

/** Says the next step: commands before polls, the longest due poll first, and never one before its time. */
export function plan(session: Session, now: number, waitingCommands: number): Step {
  if (waitingCommands > 0) {
    return needsListFirst(session, now) ? { kind: "read", resource: "audio" } : { kind: "command" };
  }
  // A selection in doubt is as urgent as a command: its read-back keeps to its own time, not to the gap.
  const verifyAt = session.pendingSelection?.verifyAt ?? Number.POSITIVE_INFINITY;
  if (verifyAt <= now) return { kind: "read", resource: "audio" };

  const next = longestDue(session);
  const readAt = Math.max(session.resources[next].dueAt, session.quietUntil);
  if (readAt <= now) return { kind: "read", resource: next };
  return { kind: "wait", ms: Math.min(readAt, verifyAt) - now };
}

/**
 * Whether the list has to be read before a command can be decided: it was never told, or an earlier selection is in
 * doubt and its outcome must be known before the next one blurs it.
 */
function needsListFirst(session: Session, now: number): boolean {
  if (session.pendingSelection !== undefined) return true;
  const audio = session.resources.audio;
  const unknown = session.player.audio === undefined && audio.support !== "unsupported";
  return unknown && now - audio.triedAt >= afterFailureMs;
}

function longestDue(session: Session): ResourceName {
  let longest: ResourceName = resourceNames[0];
  for (const name of polledResourceNames) {
    if (session.resources[name].dueAt < session.resources[longest].dueAt) longest = name;
  }
  return longest;
}
