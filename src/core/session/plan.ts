import { type Call, reachesPlayer } from "../controls/call.ts";
import type { Command } from "../controls/command.ts";
import { defaultTiming } from "../controls/effect.ts";
import { type CommandDecision, judge } from "./judge.ts";
import { pictureToRequest } from "../resources/picture.ts";
import { type ResourceName, resourceNames } from "../resources/player.ts";
import { mustAskWho } from "./identity-check.ts";
import { expiryOf, isSent, type PendingEffect } from "./pending.ts";
import type { Session } from "./session.ts";

export type Step =
  | { readonly kind: "command"; readonly decision: CommandDecision }
  | { readonly kind: "call"; readonly call: Call }
  | { readonly kind: "read"; readonly resource: ResourceName }
  | { readonly kind: "picture"; readonly address: string }
  | { readonly kind: "browse" }
  | { readonly kind: "wait"; readonly ms: number };

/** A poll that has waited this long goes before commands: a steady flood of commands must not block polls. */
const longestWaitMs = 10_000;

const never = Number.POSITIVE_INFINITY;

/**
 * Decides the next step: commands before polls, the longest due poll first and never early, and a picture or a page of
 * the library (`browseAt`: not before then) when nothing else is due.
 */
export function plan(session: Session, now: number, waiting: Command | undefined, browseAt = never): Step {
  const { identityCheck, pending, presence } = session;
  const { quietUntil } = session.schedule;
  const nextCall = nextCallOf(session);
  const isSure = identityCheck.status === "confirmed";
  const isAsking = identityCheck.status === "asking";
  if (nextCall !== undefined && nextCall.at <= now) {
    const mayCall = isSure || !reachesPlayer(nextCall.call);
    return mayCall ? { kind: "call", call: nextCall.call } : { kind: "read", resource: "model" };
  }
  const { effect } = pending;
  const proof = effect?.effect.proof;
  // An effect that no answer shows is not polled.
  const pollAt = effect?.effect.proof === undefined ? never : effect.pollAt;
  if (proof !== undefined && pollAt <= now) return { kind: "read", resource: isAsking ? "model" : proof };
  const due = longestDue(session);
  const next = mustAskWho(identityCheck, now) ? "model" : due;
  const readAt = isAsking ? quietUntil : Math.max(session.resources[due].dueAt, quietUntil);
  if (waiting !== undefined && mayBegin(session, waiting, now) && now - readAt <= longestWaitMs) {
    const decision = judge(session, waiting, now);
    return decision.kind === "read" ? decision : { kind: "command", decision };
  }
  if (readAt <= now) return { kind: "read", resource: next };
  const mayAsk = isSure && effect === undefined;
  const address = mayAsk ? pictureToRequest(session) : undefined;
  if (address !== undefined && quietUntil <= now) return { kind: "picture", address };
  const isFree = mayAsk && presence.availability === "online";
  const libraryAt = isFree ? Math.max(browseAt, quietUntil) : never;
  if (libraryAt <= now) return { kind: "browse" };
  const wakeAt = Math.min(
    readAt,
    libraryAt,
    address === undefined ? never : quietUntil,
    nextCall?.at ?? never,
    pollAt,
    waiting === undefined ? never : expiryOf(pending, waiting),
  );
  return { kind: "wait", ms: wakeAt - now };
}

/** The next step of a loop that ends: the read-back of what was sent; undefined if there is nothing to read back. */
export function planReadBack(session: Session, now: number): Step | undefined {
  const { pending, resources, identityCheck } = session;
  const { effect } = pending;
  if (effect?.effect.proof === undefined || !isSent(pending)) return undefined;
  const resource = identityCheck.status === "asking" ? "model" : effect.effect.proof;
  // Not much time is left, so an effect with longer intervals is polled as often as others.
  const at = Math.min(effect.pollAt, resources[resource].triedAt + defaultTiming.pollEveryMs);
  return at <= now ? { kind: "read", resource } : { kind: "wait", ms: at - now };
}

/** The next call of the pending effect; none while it needs silence or a reading that is not there yet. */
function nextCallOf({ pending, presence }: Session): PendingEffect["calls"][number] | undefined {
  const call = pending.effect?.calls[0];
  if (call?.needsReading === true && pending.effect?.isObserved !== true) return undefined;
  return call?.needsSilence === true && presence.availability !== "offline" ? undefined : call;
}

/** A pending effect delays the next command until its outcome is known: two effects at once could not be distinguished. */
function mayBegin({ pending }: Session, waiting: Command, now: number): boolean {
  return pending.effect === undefined || expiryOf(pending, waiting) <= now;
}

function longestDue(session: Session): ResourceName {
  let longest: ResourceName = "model";
  let longestAt = never;
  for (const name of resourceNames) {
    const { dueAt } = session.resources[name];
    if (dueAt >= longestAt) continue;
    longest = name;
    longestAt = dueAt;
  }
  return longest;
}
