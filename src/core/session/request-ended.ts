import { backoffMs } from "../../lib/backoff.ts";
import { DeviceError } from "../errors.ts";
import { macsOf, withoutMacs } from "../mac.ts";
import type { PlayerModel } from "../resources/model.ts";
import { translatable } from "../../lib/phrase.ts";
import { withEffectEnded } from "./outcomes.ts";
import { forgetDenials } from "./apply-answer.ts";
import { forgetMissingPicture } from "../resources/picture.ts";
import { identifyingResourceNames, type ResourceName, resourceNames } from "../resources/player.ts";
import { withDoubt } from "./identity-check.ts";
import { answering, withMalformedAnswer, withoutFailure, withSilence } from "./presence.ts";
import { withQuiet, uncounted, withGap } from "./schedule.ts";
import { withoutUnanswered } from "./unanswered.ts";
import { type Moment, type Session, withDue, withResource } from "./session.ts";

/** After this long with nothing but malformed answers, the device is not considered a player any more. */
const longestMalformedMs = 60_000;

/** It proves that the player is online. After an absence everything may have changed, so all is read. */
export function afterUsableAnswer(session: Session, name: ResourceName, at: Moment): Session {
  const { now } = at;
  const next = { ...afterAnswer(session, name, at), presence: answering };
  if (session.presence.availability !== "offline") return next;
  const others = resourceNames.filter((other) => other !== name);
  const due = withDue(withoutUnanswered(forgetMissingPicture(forgetDenials(next))), now, others);
  return { ...due, schedule: uncounted(due.schedule) };
}

/** A request without a usable answer: none at all, or a malformed one. */
export function afterFailure(session: Session, name: ResourceName, error: DeviceError, at: Moment): Session {
  const { policy } = at;
  const failed = withResource(session, name, { hasFailed: true, confusions: 0 });
  const isOfOtherKind =
    session.identityCheck.status === "confirmed" && !session.resources[name].hasFailed && name !== "model";
  if (!error.answered) {
    const { availability, failures } = session.presence;
    const isOffline =
      availability !== "online" || failures + 1 >= policy.offlineAfter || isSwitchingOff(session);
    return afterSilence(failed, name, error, at, isOffline);
  }
  const next = afterMalformedAnswer(failed, name, error, at);
  return isOfOtherKind ? withDoubt(next) : next;
}

/** Another device answers at the player's address: to everybody else, the player is offline. */
export function afterOtherDevice(session: Session, otherDevice: PlayerModel, at: Moment): Session {
  const { now } = at;
  const phrase = translatable(
    "answer.other-device",
    "another device answers at this address: {model}, {mac} instead of {known}",
    {
      model: otherDevice.model ?? "",
      mac: macsOf({ config: withoutMacs, player: { model: otherDevice } }).join(", "),
      known: macsOf(session).join(", "),
    },
  );
  const away = afterSilence(session, "model", new DeviceError("refused", phrase), at, true);
  return withEffectEnded(
    {
      ...away,
      presence: { ...away.presence, malformedAnswers: undefined },
      identityCheck: { ...away.identityCheck, otherDevice, held: {} },
    },
    phrase,
    now,
  );
}

/** Whether the player was just switched off: its first missing answer then makes it offline. */
function isSwitchingOff({ pending: { effect } }: Session): boolean {
  if (effect === undefined || !effect.effect.provenByOffline) return false;
  return effect.calls.every(({ needsSilence }) => needsSilence === true);
}

/**
 * A malformed answer is still an answer: the old state stays, and the next tick polls again. But another device may use
 * the address now, and its topics would never change again. So the player becomes offline when every resource is
 * malformed.
 */
function afterMalformedAnswer(session: Session, name: ResourceName, error: DeviceError, at: Moment): Session {
  const { now, policy } = at;
  const { availability } = session.presence;
  const presence = withMalformedAnswer(session.presence, name, now);
  const { since, count, resources } = presence.malformedAnswers;
  const isSuspect =
    availability !== "online" || (count >= policy.offlineAfter && now - since >= longestMalformedMs);
  // One resource that is always malformed does not make the player offline: the others are requested first, one by one.
  // One that was not online is asked for the short answers alone: whatever else answers there is no player's.
  const toCheck = availability === "online" ? identifyingResourceNames : [];
  const nextToCheck = [...policy.rules.onlineChecks, ...toCheck].find(
    (other) => !resources.includes(other) && session.resources[other].support !== "unsupported",
  );
  if (isSuspect && nextToCheck === undefined)
    return afterSilence({ ...session, presence }, name, error, at, true);
  const { identityCheck } = session;
  const isUnclear = name === "model" && identityCheck.status === "asking";
  const next: Session = {
    ...afterAnswer(session, name, at),
    presence: availability === "offline" ? presence : withoutFailure(presence),
    // A device that cannot say who it is may still be the player.
    identityCheck: isUnclear ? { ...identityCheck, status: "unclear" } : identityCheck,
  };
  if (isSuspect && nextToCheck !== undefined) return withDue(next, now, [nextToCheck]);
  const inVain = count - policy.offlineAfter;
  if (inVain <= 0 || resources.length === 1) return next;
  const backOffMs = backoffMs(policy.backoff, inVain, jitter(policy.phase, inVain));
  return { ...next, schedule: withQuiet(next.schedule, now + backOffMs) };
}

/** What was answered without asking the player says nothing about it. */
export function afterUnaskedAnswer(session: Session, name: ResourceName, { now }: Moment): Session {
  const dueAt = futureOrNever(session.resources[name].dueAt, now);
  return withResource(session, name, { dueAt, triedAt: now });
}

/** Records that an answer arrived, usable or not. */
function afterAnswer(session: Session, name: ResourceName, { now, policy }: Moment): Session {
  const { support, dueAt } = session.resources[name];
  const tried = withResource(session, name, {
    dueAt: futureOrNever(dueAt, now),
    // A resource that was denied before has to be denied again.
    support: support === "unsupported" ? "unknown" : support,
    triedAt: now,
  });
  return { ...tried, schedule: withGap(session.schedule, now, policy.gapMs) };
}

function afterSilence(
  session: Session,
  name: ResourceName,
  error: DeviceError,
  at: Moment,
  isOffline: boolean,
): Session {
  const { now, policy } = at;
  // Another resource with a short answer shows whether the player is online: a resource that always fails must neither make it
  // offline nor block the others. The failed one is due again with its next tick.
  const other = policy.rules.onlineChecks.find(
    (probe) => probe !== name && session.resources[probe].support !== "unsupported",
  );
  const putOff = withResource(session, name, {
    triedAt: now,
    dueAt: Math.min(futureOrNever(session.resources[name].dueAt, now), now + policy.backoff.maxMs),
  });
  const presence = withSilence(session.presence, { at: now, phrase: error.phrase }, isOffline);
  const backOffMs = backoffMs(policy.backoff, presence.failures, jitter(policy.phase, presence.failures));
  return {
    ...withDoubt(other === undefined ? putOff : withDue(putOff, now, [other])),
    presence,
    schedule: withQuiet(session.schedule, now + backOffMs),
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
