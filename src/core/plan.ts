import { polledResourceNames, type ResourceName, resourceNames } from "./resource.ts";
import { afterFailureMs } from "./selection.ts";
import type { Session } from "./session.ts";

/** What a player's loop does next. */
export type Step =
  | { readonly kind: "command" }
  | { readonly kind: "read"; readonly resource: ResourceName }
  | { readonly kind: "wait"; readonly ms: number };

/** A poll that has waited this long goes before commands: a steady flood of them must not hide the player's state. */
const longestWaitMs = 10_000;

/** Says the next step: commands before polls, the longest due poll first, and never one before its time. */
export function plan(session: Session, now: number, waitingCommands: number): Step {
  // A selection in doubt holds the next command back until its own outcome is known: one must not blur the other.
  const pending = session.pendingSelection;
  const verifyAt = pending?.verifyAt ?? Number.POSITIVE_INFINITY;
  if (verifyAt <= now) return { kind: "read", resource: "audio" };

  const next = longestDue(session);
  const readAt = Math.max(session.resources[next].dueAt, session.quietUntil);
  if (waitingCommands > 0 && pending === undefined && now - readAt <= longestWaitMs) {
    return needsListFirst(session, now) ? { kind: "read", resource: "audio" } : { kind: "command" };
  }
  if (readAt <= now) return { kind: "read", resource: next };
  return { kind: "wait", ms: Math.min(readAt, verifyAt) - now };
}

/** Whether the list has to be read before a command can be decided, since it was never told. */
function needsListFirst(session: Session, now: number): boolean {
  const audio = session.resources.audio;
  const isUnknown = session.player.audio === undefined && audio.support !== "unsupported";
  return isUnknown && now - audio.triedAt >= afterFailureMs;
}

function longestDue(session: Session): ResourceName {
  let longest: ResourceName = resourceNames[0];
  for (const name of polledResourceNames) {
    if (session.resources[name].dueAt < session.resources[longest].dueAt) longest = name;
  }
  return longest;
}
