import type { Call, Reply } from "../controls/call.ts";
import type { Command } from "../controls/command.ts";
import type { Effect } from "../controls/effect.ts";
import type { DeviceError } from "../errors.ts";
import { forgetMissingPicture, type Picture, withPicture } from "../resources/picture.ts";
import {
  type Answer,
  type PlayerState,
  type ScheduledResourceName,
  filmResourceNames,
  refreshedResourceNames,
  type ResourceName,
} from "../resources/player.ts";
import { maxAssumedAgeMs, type ResourceState } from "../resources/resource.ts";
import { applyAnswer, forgetDenials, withOperation } from "./apply-answer.ts";
import type { PlayerProfile } from "./family-rules.ts";
import { toPhrase } from "../../lib/phrase.ts";
import { isOfPlayer } from "../mac.ts";
import type { PlayerModel } from "../resources/model.ts";
import { reachesPlayer } from "../controls/call.ts";
import { isActive, keepPace, retryLater, revealerOf } from "./pace.ts";
import { beginEffect, withCallResult, withEffect, withEffectEnded, withPolledProof } from "./outcomes.ts";
import { mustAskWho, withDisconnection, withDoubt, withHeld } from "./identity-check.ts";
import { withWaking } from "./pending.ts";
import { withProfile } from "./profile.ts";
import {
  afterFailure,
  afterOtherDevice,
  afterUnaskedAnswer,
  afterUsableAnswer,
  futureOrNever,
} from "./request-ended.ts";
import { withQuiet, uncounted, withAttention, withShortGaps } from "./schedule.ts";
import { type Moment, type Session, type SessionPolicy, withDue, withResource } from "./session.ts";
import { withUnansweredRead } from "./unanswered.ts";

/** The events of a session. */
export type SessionEvent =
  | {
      readonly kind: "tick";
      readonly resources: readonly ScheduledResourceName[];
      readonly intervalMs: number;
    }
  | { readonly kind: "refresh"; readonly command: Command }
  | {
      readonly kind: "answered";
      readonly resource: ResourceName;
      readonly answer: Answer;
      /** The player gave the answer unasked. */
      readonly isPushed?: boolean;
    }
  | { readonly kind: "inferred"; readonly resource: ResourceName; readonly answer: Answer }
  | { readonly kind: "failed"; readonly resource: ResourceName; readonly error: DeviceError }
  | { readonly kind: "started"; readonly command: Command; readonly effect: Effect }
  | { readonly kind: "called"; readonly call: Call; readonly reply: Reply }
  | { readonly kind: "call-failed"; readonly call: Call; readonly error: DeviceError }
  | { readonly kind: "picture"; readonly address: string; readonly picture: Picture | undefined }
  | { readonly kind: "browsed" }
  | { readonly kind: "recognized"; readonly profile: PlayerProfile }
  | { readonly kind: "disconnected" }
  /** The player was seen at another address. */
  | { readonly kind: "doubted" }
  /** The player is looked for at another address. */
  | { readonly kind: "moved"; readonly address: string }
  /** The device at the address is the player from now on. */
  | { readonly kind: "replaced" }
  /** The bridge has learned something about the player, not from its answers. */
  | { readonly kind: "learned"; readonly bridge: Partial<Session["bridge"]> }
  | { readonly kind: "page-seen"; readonly page: number }
  | { readonly kind: "watched" };

/** Players are spread over the interval between two ticks, but no due poll waits longer than this. */
const longestSpreadMs = 60_000;
/** Allow a quarter interval of lateness before the next tick: a poll that is still due then serves both ticks. */
const spreadShare = 0.75;
const refreshPauseMs = 1000;

/** Applies an event to a session. Every rule about time, availability and back-off starts here. */
export function advance(session: Session, event: SessionEvent, now: number, policy: SessionPolicy): Session {
  return whilePending(fold(session, event, { now, policy }), now);
}

/** A read begins: a tick from now on makes the next one due. The event of its end follows. */
export function beginRead(session: Session, name: ResourceName, now: number): Session {
  const next = withResource(session, name, { dueAt: futureOrNever(session.resources[name].againAt, now) });
  const asksWho = name === "model" && next.identityCheck.recheckIdentityAt !== undefined;
  if (!asksWho) return whilePending(next, now);
  const identityCheck = { ...next.identityCheck, recheckIdentityAt: undefined };
  return whilePending(withDoubt({ ...next, identityCheck }), now);
}

function whilePending(session: Session, now: number): Session {
  const { pending, schedule } = session;
  if (pending.effect === undefined) return session;
  return { ...session, pending: withWaking(pending, now), schedule: withShortGaps(schedule, now) };
}

function fold(session: Session, event: SessionEvent, at: Moment): Session {
  const { now, policy } = at;
  switch (event.kind) {
    case "tick":
      return tick(session, event.resources, event.intervalMs, at);
    case "refresh":
      return refresh(session, event.command, now);
    case "picture":
      // A missing picture is no failure of the player: its polls decide about that.
      return withPicture(quiet(session, now + policy.gapMs), event.address, event.picture);
    case "browsed":
      return quiet(session, now + policy.gapMs);
    case "recognized":
      return withProfile(session, event.profile, now);
    case "disconnected":
      return withDisconnection(session, now);
    case "doubted":
      return withDoubt(session);
    case "moved":
      return withDoubt({
        ...quiet(session, now),
        profile: { ...session.profile, address: event.address },
        identityCheck: { ...session.identityCheck, otherDevice: undefined, held: {} },
        presence: { ...session.presence, failures: 0 },
      });
    case "replaced": {
      const { otherDevice } = session.identityCheck;
      return otherDevice === undefined ? session : heard(session, "model", readingOf(otherDevice), at);
    }
    case "learned":
      return { ...session, bridge: { ...session.bridge, ...event.bridge } };
    case "page-seen": {
      const pagesKnown = Math.max(session.memory.pagesKnown, event.page + 1);
      return { ...session, memory: { ...session.memory, pagesKnown } };
    }
    case "watched":
      return keepPace({ ...session, schedule: withAttention(session.schedule, now) }, at);
    case "answered": {
      const next = answered(session, event.resource, event.answer, at);
      const after = paced(session, next, event, at);
      const kept = withRefreshStillDue(after, session, event);
      if (event.isPushed !== true) return kept;
      // No request was made, so the next one need not wait; but an answer ends a back-off.
      return quiet(kept, session.presence.availability === "offline" ? now : session.schedule.quietUntil);
    }
    case "inferred":
      return session.presence.availability === "online"
        ? applyAnswer(session, event.resource, event.answer, at)
        : session;
    case "failed": {
      const { resource, error } = event;
      const ended = afterFailure(session, resource, error, at);
      const failed = error.answered ? ended : withUnansweredRead(session, ended, resource, at);
      // While it is not known who answers, nothing else is read, and no call is made.
      const isUnsure = session.identityCheck.status !== "confirmed" && resource === "model";
      const next = isUnsure && hasCallDue(session, now) ? withEffectEnded(failed, error.phrase, now) : failed;
      const proof = isUnsure ? proofOf(session) : resource;
      return paced(session, withPolledProof(next, proof, "failed", now), event, at);
    }
    case "started":
      return withEffect(session, beginEffect(event.command, event.effect, now));
    case "called":
      return keepPace(withCallResult(replied(session, event.call, event.reply, at), event.reply, now), at);
    case "call-failed":
      return withCallResult(afterFailure(session, proofOf(session), event.error, at), event.error, now);
  }
}

/** What the end of a read, or a push, was about. */
interface Told {
  readonly resource: ResourceName;
  readonly isPushed?: boolean;
}

/**
 * What is pushed may repeat an earlier read, so a read that a refresh asked for stays due: also if the push is only taken in now
 * that it is known who answers. An answer to a read is not affected, since its resource was no longer due.
 */
function withRefreshStillDue(session: Session, before: Session, { resource, isPushed }: Told): Session {
  if (before.pending.refreshes.length === 0) return session;
  const held = Object.keys(before.identityCheck.held) as ResourceName[];
  const unasked = isPushed === true ? [...held, resource] : held;
  return unasked.reduce((part, name) => withDue(part, before.resources[name].dueAt, [name]), session);
}

/** Plans the next reads after one has ended. */
function paced(before: Session, session: Session, { resource, isPushed }: Told, at: Moment): Session {
  const read = isPushed === true ? undefined : resource;
  return retryLater(keepPace(session, at, read), resource, at, before);
}

function quiet(session: Session, until: number): Session {
  return { ...session, schedule: withQuiet(session.schedule, until) };
}

/** The resource that shows the effect of the pending command. */
function proofOf({ pending }: Session): ResourceName {
  return pending.effect?.effect.proof ?? "model";
}

function replied(session: Session, call: Call, reply: Reply, at: Moment): Session {
  const { policy } = at;
  switch (reply.kind) {
    case "sent":
      return session;
    case "reading": {
      const { resource } = reply.reading;
      return applyAnswer(afterUsableAnswer(session, resource, at), resource, reply, at);
    }
    default: {
      const next = withOperation(session, call, reply.kind, policy);
      const isOfOtherKind =
        reply.kind === "unsupported" && session.operations[call.operation]?.support === "supported";
      const after = afterUsableAnswer(next, proofOf(session), at);
      return isOfOtherKind ? withDoubt(after) : after;
    }
  }
}

function tick(session: Session, names: readonly ResourceName[], intervalMs: number, at: Moment): Session {
  const resources = { ...session.resources };
  const ticked = names.flatMap((name) => toRead(session, name, at));
  for (const name of ticked) resources[name] = tickResource(session, name, intervalMs, at);
  return ticked.some((name) => resources[name] !== session.resources[name])
    ? { ...session, resources }
    : session;
}

/** The resource to read at a tick: its own, or the one that would show its change, if that one has no schedule of its own. */
function toRead(session: Session, name: ResourceName, { now, policy }: Moment): readonly ResourceName[] {
  const revealer = revealerOf(session, name);
  const isAssumed = revealer !== undefined && now - session.resources[name].triedAt < maxAssumedAgeMs;
  if (!isAssumed) return [name];
  return policy.pace.scheduled.has(revealer) ? [] : [revealer];
}

function tickResource(
  session: Session,
  name: ResourceName,
  intervalMs: number,
  { now, policy }: Moment,
): ResourceState {
  const resource = session.resources[name];
  const { support, dueAt, skippedTicks } = resource;
  if (support === "unsupported") return resource;
  const { player } = session;
  const isIdle = isOtherPlaying(player, name) || !isActive(session, now);
  if (isIdle && skippedTicks + 1 < policy.idleFactor) return { ...resource, skippedTicks: skippedTicks + 1 };
  const spreadMs = policy.phase * Math.min(intervalMs * spreadShare, longestSpreadMs);
  const tickedAt = Math.min(dueAt, now + spreadMs);
  return tickedAt === dueAt && skippedTicks === 0
    ? resource
    : { ...resource, dueAt: tickedAt, skippedTicks: 0 };
}

function refresh(session: Session, command: Command, now: number): Session {
  const { refreshes, refreshedAt } = session.pending;
  // A refresh that has not started yet also serves later requests.
  const since = refreshedAt > now ? refreshedAt : Math.max(now, refreshedAt + refreshPauseMs);
  const { video, model } = session.player;
  // Includes denied resources: a booting player may have denied them all.
  const asking = refreshedAt > now ? session : withDoubt(session);
  const due = withDue(forgetMissingPicture(forgetDenials(asking)), since, [
    ...refreshedResourceNames,
    ...(model === undefined ? (["model"] as const) : []),
    // Another film may have the same name.
    ...(video === undefined || video.state === "idle" ? [] : filmResourceNames),
  ]);
  return {
    ...due,
    // Requested by a user, so a player in back-off is tried at once.
    schedule: uncounted(withQuiet(due.schedule, Math.min(due.schedule.quietUntil, since))),
    pending: { ...due.pending, refreshedAt: since, refreshes: [...refreshes, { command, since }] },
  };
}

function answered(session: Session, name: ResourceName, answer: Answer, at: Moment): Session {
  const { now, policy } = at;
  if ("isUnasked" in answer) return applyAnswer(afterUnaskedAnswer(session, name, at), name, answer, at);
  if (name !== "model") {
    // Another device's answer must not get into the topics of this player.
    if (mustAskWho(session.identityCheck, now)) {
      const identityCheck = withHeld(session.identityCheck, name, answer);
      return quiet(withDoubt({ ...session, identityCheck }), now + policy.gapMs);
    }
    const next = heard(session, name, answer, at);
    return isOfOtherKind(session.resources[name], answer) ? withDoubt(next) : next;
  }
  const { identityCheck } = session;
  const seen = modelIn(answer) ?? identityCheck.otherDevice;
  if (seen !== undefined && isOfPlayer(session, seen) === false) return afterOtherDevice(session, seen, at);
  // What came since another device was seen here may be that device's.
  const isSame = identityCheck.otherDevice === undefined;
  const asked = isSame ? session : { ...session, identityCheck: { ...identityCheck, held: {} } };
  const next = heard(asked, name, answer, at);
  if (next.identityCheck.status === "confirmed" || !hasCallDue(session, now)) return next;
  return withEffectEnded(next, toPhrase("reason" in answer ? answer.reason : unknownDevice), now);
}

/** Applies an answer of the player itself, or of a device that may be. */
function heard(session: Session, name: ResourceName, answer: Answer, at: Moment): Session {
  const { now } = at;
  const next = applyAnswer(afterUsableAnswer(session, name, at), name, answer, at);
  const proven = withPolledProof(next, name, answer.kind, now);
  if (session.identityCheck.status === "confirmed") return proven;
  const { identityCheck } = proven;
  const isDenied = answer.kind !== "reading" && answer.kind !== "unchanged" && answer.kind !== "absent";
  if (isDenied) return { ...proven, identityCheck: { ...identityCheck, status: "unclear" } };
  const sure: Session = {
    ...proven,
    identityCheck: { ...identityCheck, status: "confirmed", otherDevice: undefined, held: {} },
  };
  const held = Object.entries(session.identityCheck.held) as [ResourceName, Answer][];
  return held.reduce((part, [other, earlier]) => heard(part, other, earlier, at), sure);
}

const unknownDevice = "the device did not report its model or MAC address";

/** Whether the player suddenly denies what it has had: another device may be in its place. */
function isOfOtherKind({ support, hasFailed }: ResourceState, { kind }: Answer): boolean {
  return support === "supported" && !hasFailed && (kind === "unsupported" || kind === "refused");
}

function modelIn(answer: Answer): PlayerModel | undefined {
  return answer.kind === "reading" && answer.reading.resource === "model" ? answer.reading.value : undefined;
}

function readingOf(value: PlayerModel): Answer {
  return { kind: "reading", reading: { resource: "model", value } };
}

function hasCallDue({ pending }: Session, now: number): boolean {
  return pending.effect?.calls.some(({ at, call }) => at <= now && reachesPlayer(call)) === true;
}

/** A player plays one at a time, so the other one is polled less often. A demo may play both. */
function isOtherPlaying({ video, music }: PlayerState, name: ResourceName): boolean {
  const isFilm = video?.state === "playing";
  const isMusic = music?.playing === "playing";
  return (name === "video" && isMusic && !isFilm) || (name === "music" && isFilm && !isMusic);
}
