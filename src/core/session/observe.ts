import type { Call, Reply } from "../controls/call.ts";
import type { PendingEffect } from "./pending-effect.ts";
import type { DeviceError } from "../errors.ts";
import type { Answer, ResourceName } from "../resources/player.ts";
import { type Session, withResource } from "./session.ts";

/** Notes the result of a call. Whether it worked, the player's own state shows. */
export function withCallResult(session: Session, result: Reply | DeviceError, now: number): Session {
  const { pending } = session;
  if (pending === undefined) return session;
  const { proof, pollEveryMs, pollForMs } = pending.effect;
  const isFault = result instanceof Error;
  // What was never sent cannot have worked: there is nothing to read back.
  const isHopeless = isFault && result.fault === "unreachable";
  const next: PendingEffect = {
    ...pending,
    calls: isHopeless || (isFault && proof === undefined) ? [] : pending.calls.slice(1),
    doubt: pending.doubt ?? doubtAbout(result),
    isUncertain: pending.isUncertain || (isFault && result.fault === "broken"),
    isObserved: pending.isObserved || (!isFault && result.kind === "reading"),
    pollAt: Math.min(pending.pollAt, isHopeless ? now : now + pollEveryMs),
    lastWordAt: Math.min(pending.lastWordAt, isHopeless ? now : now + pollForMs),
    polledAt: isHopeless ? now : pending.polledAt,
  };
  if (proof === undefined) return { ...session, pending: next };
  const dueAt = Math.min(session.resources[proof].dueAt, now + pollEveryMs);
  const readBackAt = proof === "audio" ? now + pollEveryMs : session.readBackAt;
  return { ...withResource(session, proof, { dueAt }), readBackAt, pending: next };
}

/** Notes for a pending effect that its proof was polled, and whether the player reported it. */
export function withPolledProof(
  session: Session,
  name: ResourceName,
  result: Answer["kind"] | "failed",
  now: number,
): Session {
  const { pending } = session;
  if (pending === undefined || pending.effect.proof !== name) return session;
  const isReported = result === "reading" || result === "unchanged" || result === "absent";
  const retryAt = session.resources[name].dueAt;
  // Asked at a bad moment, the player has not had its last word while a retry is to come.
  const isPutOff = result === "confused" && retryAt < Number.POSITIVE_INFINITY;
  const lastWordAt = isPutOff ? Math.max(pending.lastWordAt, retryAt) : pending.lastWordAt;
  return {
    ...session,
    pending: {
      ...pending,
      polledAt: now,
      isObserved: pending.isObserved || isReported,
      lastWordAt,
      pollAt: Math.min(lastWordAt, isPutOff ? retryAt : now + pending.effect.pollEveryMs),
    },
  };
}

/** Notes whether the player has an operation; one that once worked is given up after several denials. */
export function withOperation(
  session: Session,
  { operation }: Call,
  kind: Reply["kind"],
  denialsUntilBelieved: number,
): Session {
  const before = session.operations[operation] ?? { support: "unknown", denials: 0 };
  if (kind !== "unsupported") {
    const isKnown = before.support === "supported" && before.denials === 0;
    return isKnown || kind === "sent"
      ? session
      : withState(session, operation, { support: "supported", denials: 0 });
  }
  const denials = before.denials + 1;
  const isBelieved = before.support !== "supported" || denials >= denialsUntilBelieved;
  return withState(session, operation, { support: isBelieved ? "unsupported" : "supported", denials });
}

function withState(
  session: Session,
  operation: Call["operation"],
  state: NonNullable<Session["operations"][Call["operation"]]>,
): Session {
  return { ...session, operations: { ...session.operations, [operation]: state } };
}

/** Denied operations may be tried again: the player was away, has new firmware, or a refresh was requested. */
export function forgetDenials(session: Session): Session {
  const kept = Object.entries(session.operations).filter(([, state]) => state.support !== "unsupported");
  return { ...session, operations: Object.fromEntries(kept) };
}

function doubtAbout(result: Reply | DeviceError): string | undefined {
  if (result instanceof Error) return result.message;
  switch (result.kind) {
    case "confused":
    case "refused":
      return result.reason;
    case "absent":
    case "unsupported":
      return "the player says that it has no such operation";
    case "reading":
    case "unchanged":
    case "done":
    case "sent":
      return undefined;
  }
}
