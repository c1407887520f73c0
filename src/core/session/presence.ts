import { backoffMs } from "../../lib/backoff.ts";
import type { DeviceError } from "../errors.ts";
import { forgetDenials } from "./observe.ts";
import { forgetMissingPicture } from "../resources/picture.ts";
import { polledResourceNames, type ResourceName, resourceNames } from "../resources/player.ts";
import { type Session, type SessionPolicy, withDue, withResource } from "./session.ts";

/** The model is requested again this long after a malformed answer: it has no tick of its own. */
const modelRetryMs = 60_000;

/** After malformed answers alone for this long, the address is not a player's any more. */
const longestNonsenseMs = 60_000;

/** Resources that tell a player from another device, short answers first. */
const witnesses: readonly ResourceName[] = ["model", "music", ...polledResourceNames];

/** A usable answer proves that the player is there; one that was away may have changed, and is asked for everything. */
export function withUsableAnswer(
  session: Session,
  name: ResourceName,
  now: number,
  policy: SessionPolicy,
): Session {
  const next = reached(asOnline(session), name, now, policy);
  if (session.availability !== "offline") return next;
  const others = resourceNames.filter((other) => other !== name);
  return withDue(forgetMissingPicture(forgetDenials(next)), now, others);
}

/** A request without a usable answer: no answer at all, or a malformed one. */
export function withFailure(
  session: Session,
  name: ResourceName,
  error: DeviceError,
  now: number,
  policy: SessionPolicy,
): Session {
  if (!error.answered) {
    const isOffline =
      session.availability !== "online" ||
      session.failures + 1 >= policy.offlineAfter ||
      isSwitchingOff(session);
    return withSilence(session, name, error, now, policy, isOffline);
  }
  return withNonsense(session, name, error, now, policy);
}

/** Whether the player was just switched off: then its first silence makes it offline. */
function isSwitchingOff({ pending }: Session): boolean {
  return pending !== undefined && pending.effect.isShownBySilence && pending.calls.length === 0;
}

/**
 * A malformed answer is an answer too: the old state stays, and the next tick polls again. But the address may be another
 * device's by now, and the topics would stay as they are for ever: when every resource is malformed, the player is offline.
 */
function withNonsense(
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
    return withSilence({ ...session, nonsense }, name, error, now, policy, true);
  }
  const calm = availability === "offline" ? session : withoutFailure(session);
  const next = reached({ ...calm, nonsense }, name, now, policy);
  const asked = name === "model" ? withDue(next, now + modelRetryMs, ["model"]) : next;
  return isSuspect && witness !== undefined ? withDue(asked, now, [witness]) : asked;
}

/** The player is online and well-formed; nearly always it was before. */
function asOnline(session: Session): Session {
  const calm = withoutFailure(session);
  if (calm.availability === "online" && calm.nonsense === undefined) return calm;
  return { ...calm, availability: "online", nonsense: undefined };
}

/** Nothing failed since. */
function withoutFailure(session: Session): Session {
  const { failures, failure, silentSince } = session;
  if (failures === 0 && failure === undefined && silentSince === undefined) return session;
  return { ...session, failures: 0, failure: undefined, silentSince: undefined };
}

/** Something came back, whatever it says. */
function reached(session: Session, name: ResourceName, now: number, policy: SessionPolicy): Session {
  const { support, dueAt } = session.resources[name];
  const tried = withResource(session, name, {
    dueAt: futureOrNever(dueAt, now),
    // What was denied before has to be denied again.
    support: support === "unsupported" ? "unknown" : support,
    triedAt: now,
  });
  return { ...tried, quietUntil: now + policy.gapMs };
}

function withSilence(
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
    dueAt: Math.min(futureOrNever(session.resources[name].dueAt, now), now + policy.backoff.maxMs),
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
export function futureOrNever(dueAt: number, now: number): number {
  return dueAt > now ? dueAt : Number.POSITIVE_INFINITY;
}

/** Differs between players and between attempts, and yet needs no dice: the core stays a function of its arguments. */
function jitter(phase: number, attempt: number): number {
  return (phase * 7919 * attempt) % 1;
}
