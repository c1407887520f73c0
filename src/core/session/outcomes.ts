import type { Call, Reply } from "../controls/call.ts";
import type { Command } from "../controls/command.ts";
import type { Effect, Outcome } from "../controls/effect.ts";
import { type KnownPlayer, operationSupport } from "../controls/known-player.ts";
import type { DeviceError } from "../errors.ts";
import { type Answer, refreshedResourceNames, type ResourceName } from "../resources/player.ts";
import type { PendingEffect, PendingRefresh } from "./pending.ts";
import { isUnconfirmed, type Session, withResource } from "./session.ts";
import { toPhrase, withReason, type Phrase, translatable } from "../../lib/phrase.ts";

/** Begins an effect; no call has been made yet. */
export function beginEffect(command: Command, effect: Effect, now: number): PendingEffect {
  let at = now;
  const calls = effect.calls.map(({ afterMs, ...call }) => {
    at += afterMs;
    return { at, ...call };
  });
  return {
    command,
    effect,
    calls,
    isWaking: effect.calls.some(({ call }) => wakes(call)),
    pollAt: Number.POSITIVE_INFINITY,
    proofFinalAt: Number.POSITIVE_INFINITY,
    isObserved: false,
    polledAt: undefined,
    failureCause: undefined,
    isUncertain: false,
  };
}

export function withEffect(session: Session, effect: PendingEffect | undefined): Session {
  return { ...session, pending: { ...session.pending, effect } };
}

function wakes(call: Call): boolean {
  return call.operation === "wake" || (call.operation === "switchPlug" && call.to === "on");
}

/** Records the result of a call. The player's own state shows whether it worked. */
export function withCallResult(session: Session, result: Reply | DeviceError, now: number): Session {
  const { effect: pending } = session.pending;
  if (pending === undefined) return session;
  const { proof, pollEveryMs, pollForMs } = pending.effect;
  const isFault = result instanceof Error;
  // A call that was never sent cannot have worked, so there is nothing to read back.
  const wasNeverSent = isFault
    ? result.fault === "unreachable"
    : result.kind === "refused" && "isUnsent" in result;
  // What was read before this call does not say whether another one is needed.
  const isReadAgain = pending.calls[1]?.needsReading === true;
  const next: PendingEffect = {
    ...pending,
    calls: wasNeverSent || (isFault && proof === undefined) ? [] : pending.calls.slice(1),
    failureCause: pending.failureCause ?? failureCauseOf(result),
    isUncertain: pending.isUncertain || (isFault && result.fault === "broken"),
    isObserved: (pending.isObserved && !isReadAgain) || (!isFault && result.kind === "reading"),
    pollAt: Math.min(pending.pollAt, wasNeverSent ? now : now + pollEveryMs),
    proofFinalAt: Math.min(pending.proofFinalAt, wasNeverSent ? now : now + pollForMs),
    polledAt: wasNeverSent ? now : pending.polledAt,
    ...("response" in result && { response: result.response }),
  };
  if (proof === undefined) return withEffect(session, next);
  const dueAt = Math.min(session.resources[proof].dueAt, now + pollEveryMs);
  // A list that is read before then does not count as the read-back of a selection.
  const again = proof === "audio" ? { againAt: now + pollEveryMs } : {};
  return withEffect(withResource(session, proof, { dueAt, ...again }), next);
}

/** Records that the proof of a pending effect was polled, and whether the player reported it. */
export function withPolledProof(
  session: Session,
  name: ResourceName,
  result: Answer["kind"] | "failed",
  now: number,
): Session {
  const { effect: pending } = session.pending;
  if (pending === undefined || pending.effect.proof !== name) return session;
  const isReported = result === "reading" || result === "unchanged" || result === "absent";
  const retryAt = session.resources[name].againAt;
  // While a retry after a `confused` answer is to come, the proof is not final. After the last one, the next read may be
  // minutes away.
  const isRetried = result === "confused" && retryAt > now;
  const proofFinalAt = isRetried ? Math.max(pending.proofFinalAt, retryAt) : pending.proofFinalAt;
  return withEffect(session, {
    ...pending,
    polledAt: now,
    isObserved: pending.isObserved || isReported,
    proofFinalAt,
    pollAt: Math.min(proofFinalAt, isRetried ? retryAt : now + pending.effect.pollEveryMs),
  });
}

/** Ends a pending effect that can only reach another device now. A packet that wakes the player still reaches it. */
export function withEffectEnded(session: Session, why: Phrase, now: number): Session {
  const { effect } = session.pending;
  if (effect === undefined || effect.isWaking) return session;
  const failureCause = effect.failureCause ?? why;
  return withEffect(session, { ...effect, calls: [], failureCause, polledAt: now, proofFinalAt: now });
}

interface Settled {
  readonly command: Command;
  readonly outcome: Outcome;
}

/** The session without the commands whose outcome is now known, and those outcomes. */
export interface ResolvedOutcomes {
  readonly session: Session;
  readonly settled: readonly Settled[];
}

const nothing: readonly Settled[] = [];

export function resolveOutcomes(session: Session): ResolvedOutcomes {
  const { effect, refreshes } = session.pending;
  if (effect === undefined && refreshes.length === 0) return { session, settled: nothing };
  const settled: Settled[] = [];
  const ended = effect === undefined ? undefined : outcomeOf(session, effect);
  if (effect !== undefined && ended !== undefined) settled.push({ command: effect.command, outcome: ended });
  const open: PendingRefresh[] = [];
  for (const [index, refresh] of refreshes.entries()) {
    const isJoined = refreshes[index + 1]?.since === refresh.since;
    const outcome: Outcome | undefined = isJoined ? { kind: "superseded" } : refreshOutcome(session, refresh);
    if (outcome === undefined) open.push(refresh);
    else settled.push({ command: refresh.command, outcome });
  }
  return {
    session: {
      ...session,
      pending: { ...session.pending, effect: ended === undefined ? effect : undefined, refreshes: open },
    },
    settled,
  };
}

function refreshOutcome(session: Session, refresh: PendingRefresh): Outcome | undefined {
  const { failure } = session.presence;
  if (failure !== undefined && failure.at >= refresh.since) return failedBy(failure.phrase);
  const isDone = refreshedResourceNames.every((name) => {
    const { dueAt, unread, triedAt } = session.resources[name];
    if (unread !== undefined) return true;
    // A resource that was requested but not answered is neither due nor done.
    return dueAt > refresh.since && triedAt >= refresh.command.receivedAt && !isUnconfirmed(session, name);
  });
  return isDone ? { kind: "applied" } : undefined;
}

function outcomeOf(session: KnownPlayer, pending: PendingEffect): Outcome | undefined {
  const { effect, isObserved, polledAt, proofFinalAt, failureCause, isUncertain, calls, response } = pending;
  const tag = effect.tag === undefined ? {} : { tag: effect.tag };
  if (effect.proof === undefined) {
    const told = response === undefined ? tag : { ...tag, response };
    if (failureCause !== undefined)
      return { ...failedBy(withUncertainty(failureCause, isUncertain)), ...told };
    return calls.length === 0 ? { kind: "applied", ...told } : undefined;
  }
  const isComplete = calls.every(({ needsSilence }) => needsSilence !== true);
  if (isComplete && (isObserved || effect.provenByOffline) && effect.isShown(session)) {
    const lost = effect.lost === undefined ? {} : { lost: effect.lost };
    return { kind: effect.wasAlreadySet ? "unchanged" : "applied", ...tag, ...lost };
  }
  const isOver =
    polledAt !== undefined && (polledAt >= proofFinalAt || (isObserved && isDenied(session, effect)));
  if (!isOver) return undefined;
  if (isObserved && effect.isAnswerEnough && failureCause === undefined) return { kind: "applied", ...tag };
  const reason = isObserved
    ? (failureCause ??
      translatable("unapplied.shows", "not applied: the player still shows {shown}", {
        shown: effect.shown(session),
      }))
    : withUncertainty(
        failureCause ?? translatable("unapplied.unreported", "not applied: the player did not report it"),
        isUncertain || failureCause === undefined,
      );
  return { ...failedBy(reason), ...tag };
}

/** Whether the player lacks the operation: no effect can show later, and other commands wait. */
function isDenied(known: KnownPlayer, { calls }: Effect): boolean {
  return calls.some(({ call }) => operationSupport(known, call.operation) === "unsupported");
}

function failedBy(phrase: Phrase) {
  return { kind: "failed", ...withReason(phrase) } as const;
}

function withUncertainty(failureCause: Phrase, isUncertain: boolean): Phrase {
  return isUncertain
    ? translatable("unapplied.doubtful", "{doubt}; it may have taken effect", { doubt: failureCause })
    : failureCause;
}

function failureCauseOf(result: Reply | DeviceError): Phrase | undefined {
  if (result instanceof Error) return result.phrase;
  switch (result.kind) {
    case "confused":
    case "refused":
      return toPhrase(result.reason);
    case "absent":
    case "unsupported":
      return translatable("unapplied.no-operation", "the player reports that it has no such operation");
    case "reading":
    case "unchanged":
    case "done":
    case "sent":
      return undefined;
  }
}
