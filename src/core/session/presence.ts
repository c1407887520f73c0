import { backoffMs } from "../../lib/backoff.ts";
import type { DeviceError } from "../errors.ts";
import { forgetDenials } from "./observe.ts";
import { forgetMissingPicture } from "../resources/picture.ts";
import { polledResourceNames, type ResourceName, resourceNames } from "../resources/player.ts";
import { type Session, type SessionPolicy, withDue, withResource } from "./session.ts";

/** A model that was told in nonsense is asked for again so soon: it has no tick of its own. */
const modelRetryMs = 60_000;

/** Who talks nothing but nonsense for so long is no player any more. */
const longestNonsenseMs = 60_000;

/** Who can tell a player from another device, those first whose answers are short. */
const witnesses: readonly ResourceName[] = ["model", "music", ...polledResourceNames];

/** A usable answer proves that the player is there; one that was away may have changed, and is asked for everything. */
export function heard(session: Session, name: ResourceName, now: number, policy: SessionPolicy): Session {
  const next = reached(atEase(session), name, now, policy);
  if (session.availability !== "offline") return next;
  const others = resourceNames.filter((other) => other !== name);
  return withDue(forgetMissingPicture(forgetDenials(next)), now, others);
}

/** A request that brought nothing usable: silence, or an answer that makes no sense. */
export function failed(
  session: Session,
  name: ResourceName,
  error: DeviceError,
  now: number,
  policy: SessionPolicy,
): Session {
  if (!error.answered) {
    const isOffline =
      session.availability !== "online" || session.failures + 1 >= policy.offlineAfter || isToldToGo(session);
    return unanswered(session, name, error, now, policy, isOffline);
  }
  return talkedNonsense(session, name, error, now, policy);
}

/** Whether the player was just told to fall silent: then it needs no second silence to be believed. */
function isToldToGo({ pending }: Session): boolean {
  return pending !== undefined && pending.effect.isShownBySilence && pending.calls.length === 0;
}

/**
 * Nonsense is an answer too: the old state stays, and the next tick asks again. But the address may be another device's
 * by now, and what the topics say would stay for ever: where nothing that is asked for makes sense, there is no player.
 */
function talkedNonsense(
  session: Session,
  name: ResourceName,
  error: DeviceError,
  now: number,
  policy: SessionPolicy,
): Session {
  const { availability } = session;
  const { since = now, answers = 0, of = [] } = session.nonsense ?? {};
  const nonsense = { since, answers: answers + 1, of: of.includes(name) ? of : [...of, name] };
  const isSuspect =
    availability !== "online" ||
    (nonsense.answers >= policy.offlineAfter && now - since >= longestNonsenseMs);
  // One resource that is always ill makes no player offline: the others are asked before, one by one.
  const witness = witnesses.find(
    (other) => !nonsense.of.includes(other) && session.resources[other].support !== "unsupported",
  );
  if (isSuspect && witness === undefined) {
    return unanswered({ ...session, nonsense }, name, error, now, policy, true);
  }
  const calm = availability === "offline" ? session : atPeace(session);
  const next = reached({ ...calm, nonsense }, name, now, policy);
  const asked = name === "model" ? withDue(next, now + modelRetryMs, ["model"]) : next;
  return isSuspect && witness !== undefined ? withDue(asked, now, [witness]) : asked;
}

/** A player that is there and makes sense; nearly always it was so before. */
function atEase(session: Session): Session {
  const calm = atPeace(session);
  if (calm.availability === "online" && calm.nonsense === undefined) return calm;
  return { ...calm, availability: "online", nonsense: undefined };
}

/** Nothing failed since. */
function atPeace(session: Session): Session {
  const { failures, failure, silentSince } = session;
  if (failures === 0 && failure === undefined && silentSince === undefined) return session;
  return { ...session, failures: 0, failure: undefined, silentSince: undefined };
}

/** Something came back, whatever it says. */
function reached(session: Session, name: ResourceName, now: number, policy: SessionPolicy): Session {
  const { support, dueAt } = session.resources[name];
  const tried = withResource(session, name, {
    dueAt: stillToCome(dueAt, now),
    // What was denied before has to be denied again.
    support: support === "unsupported" ? "unknown" : support,
    triedAt: now,
  });
  return { ...tried, quietUntil: now + policy.gapMs };
}

function unanswered(
  session: Session,
  name: ResourceName,
  error: DeviceError,
  now: number,
  policy: SessionPolicy,
  isOffline: boolean,
): Session {
  const failures = session.failures + 1;
  // Whether the player is there is asked another way, the shortest: a resource that always fails must neither make it
  // offline nor keep the others from their turn. Its own comes with its next tick.
  const other = name === "model" ? "audio" : "model";
  const putOff = withResource(session, name, {
    triedAt: now,
    dueAt: Math.min(stillToCome(session.resources[name].dueAt, now), now + policy.backoff.maxMs),
  });
  return {
    ...withDue(putOff, now, [other]),
    availability: isOffline ? "offline" : "online",
    quietUntil: now + backoffMs(policy.backoff, failures, jitter(policy.phase, failures)),
    failures,
    failure: { at: now, reason: error.message },
    silentSince: session.silentSince ?? session.nonsense?.since ?? now,
  };
}

/** A moment that has come is over with the request that was made for it. */
export function stillToCome(dueAt: number, now: number): number {
  return dueAt > now ? dueAt : Number.POSITIVE_INFINITY;
}

/** Differs between players and between attempts, and yet needs no dice: the core stays a function of its arguments. */
function jitter(phase: number, attempt: number): number {
  return (phase * 7919 * attempt) % 1;
}
