import { backoffMs } from "../../lib/backoff.ts";
import { DeviceError } from "../errors.ts";
import { macsOf } from "../mac.ts";
import type { PlayerModel } from "../resources/model.ts";
import { message } from "../../lib/phrase.ts";
import { withEffectEnded } from "./outcomes.ts";
import { forgetDenials } from "./apply-answer.ts";
import { uncounted } from "./pace.ts";
import { forgetMissingPicture } from "../resources/picture.ts";
import { identifyingResourceNames, type ResourceName, resourceNames } from "../resources/player.ts";
import type { ResourceState } from "../resources/resource.ts";
import { withFields, type Session, type SessionPolicy, withDoubt, withDue, withResource } from "./session.ts";

/** After this long with nothing but malformed answers, the device is not considered a player any more. */
const longestMalformedMs = 60_000;

/** The share of the usual gap between requests after a command, since somebody waits for its effect. */
const shortGapShare = 1 / 3;

/**
 * A usable answer proves that the player is online. After an absence everything may have changed, so all resources are
 * read.
 */
export function withUsableAnswer(
  session: Session,
  name: ResourceName,
  now: number,
  policy: SessionPolicy,
): Session {
  const online = { availability: "online", malformedAnswers: undefined } as const;
  const next = withAnswer(withoutFailure(session), name, now, policy, online);
  if (session.availability !== "offline") return next;
  const others = resourceNames.filter((other) => other !== name);
  return { ...withDue(forgetMissingPicture(forgetDenials(next)), now, others), ...uncounted };
}

/** A request without a usable answer: none at all, or a malformed one. */
export function withFailure(
  session: Session,
  name: ResourceName,
  error: DeviceError,
  now: number,
  policy: SessionPolicy,
): Session {
  const failed = withResource(session, name, { hasFailed: true, confusions: 0 });
  const isOfOtherKind = session.standing === "confirmed" && !session.resources[name].hasFailed;
  if (!error.answered) {
    const isOffline =
      session.availability !== "online" ||
      session.failures + 1 >= policy.offlineAfter ||
      isSwitchingOff(session);
    return withSilence(failed, name, error, now, policy, isOffline);
  }
  const next = withMalformedAnswer(failed, name, error, now, policy);
  return isOfOtherKind && name !== "model" ? withDoubt(next) : next;
}

/** Another device answers at the player's address: to everybody else, the player is offline. */
export function withStranger(
  session: Session,
  stranger: PlayerModel,
  now: number,
  policy: SessionPolicy,
): Session {
  const phrase = message(
    "answer.other-device",
    "another device answers at this address: {model}, {mac} instead of {known}",
    {
      model: stranger.model ?? "",
      mac: macsOf({ mac: undefined, wakeMacs: [], player: { model: stranger } }).join(", "),
      known: macsOf(session).join(", "),
    },
  );
  const error = new DeviceError("refused", phrase);
  const away = withSilence(session, "model", error, now, policy, true);
  return withEffectEnded({ ...away, stranger, held: {}, malformedAnswers: undefined }, phrase, now);
}

/** Whether the player was just switched off: its first missing answer then makes it offline. */
function isSwitchingOff({ pending }: Session): boolean {
  if (pending === undefined || !pending.effect.isShownBySilence) return false;
  return pending.calls.every(({ needsSilence }) => needsSilence === true);
}

/**
 * A malformed answer is still an answer: the old state stays, and the next tick polls again. But another device may use
 * the address now, and its topics would never change again. So the player becomes offline when every resource is
 * malformed.
 */
function withMalformedAnswer(
  session: Session,
  name: ResourceName,
  error: DeviceError,
  now: number,
  policy: SessionPolicy,
): Session {
  const { availability } = session;
  const { since = now, count = 0, resources = [] } = session.malformedAnswers ?? {};
  const malformedAnswers = {
    since,
    count: count + 1,
    resources: resources.includes(name) ? resources : [...resources, name],
  };
  const isSuspect =
    availability !== "online" ||
    (malformedAnswers.count >= policy.offlineAfter && now - since >= longestMalformedMs);
  // One resource that is always malformed does not make the player offline: the others are requested first, one by one.
  const nextToCheck = [...policy.rules.onlineChecks, ...identifyingResourceNames].find(
    (other) =>
      !malformedAnswers.resources.includes(other) && session.resources[other].support !== "unsupported",
  );
  if (isSuspect && nextToCheck === undefined) {
    return withSilence({ ...session, malformedAnswers }, name, error, now, policy, true);
  }
  const recovered = availability === "offline" ? session : withoutFailure(session);
  // A device that cannot say who it is may still be the player.
  const standing = name === "model" && session.standing === "asking" ? "unclear" : session.standing;
  const next = withAnswer(recovered, name, now, policy, { malformedAnswers, standing });
  return isSuspect && nextToCheck !== undefined ? withDue(next, now, [nextToCheck]) : next;
}

/** Resets the failures. */
function withoutFailure(session: Session): Session {
  if (session.failure === undefined) return session;
  return { ...session, failures: 0, failure: undefined, silentSince: undefined };
}

/** Records that an answer arrived, usable or not. */
function withAnswer(
  session: Session,
  name: ResourceName,
  now: number,
  policy: SessionPolicy,
  change: Partial<Session>,
): Session {
  const { resources } = session;
  const { support, dueAt } = resources[name];
  const tried: ResourceState = {
    ...resources[name],
    dueAt: futureOrNever(dueAt, now),
    // A resource that was denied before has to be denied again.
    support: support === "unsupported" ? "unknown" : support,
    triedAt: now,
  };
  const gapMs = now < session.shortGapsUntil ? policy.gapMs * shortGapShare : policy.gapMs;
  return withFields(session, {
    ...change,
    resources: { ...resources, [name]: tried },
    quietUntil: now + gapMs,
  });
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
  // Another resource with a short answer shows whether the player is online: a resource that always fails must neither make it
  // offline nor block the others. The failed one is due again with its next tick.
  const other = policy.rules.onlineChecks.find(
    (probe) => probe !== name && session.resources[probe].support !== "unsupported",
  );
  const putOff = withResource(session, name, {
    triedAt: now,
    dueAt: Math.min(futureOrNever(session.resources[name].dueAt, now), now + policy.backoff.maxMs),
  });
  return {
    ...withDoubt(other === undefined ? putOff : withDue(putOff, now, [other])),
    availability: isOffline ? "offline" : "online",
    quietUntil: now + backoffMs(policy.backoff, failures, jitter(policy.phase, failures)),
    failures,
    failure: { at: now, phrase: error.phrase },
    silentSince: session.silentSince ?? session.malformedAnswers?.since ?? now,
  };
}

/** The due time after a request: one that has passed is served, a later one stays. */
export function futureOrNever(dueAt: number, now: number): number {
  return dueAt > now ? dueAt : Number.POSITIVE_INFINITY;
}

/** A jitter that differs between players and attempts. It uses no random numbers, so the core stays a pure function. */
function jitter(phase: number, attempt: number): number {
  return (phase * 7919 * attempt) % 1;
}
