import type { Call, Reply } from "../controls/call.ts";
import type { PendingEffect } from "./pending-effect.ts";
import type { DeviceError } from "../errors.ts";
import type { Answer, ResourceName } from "../resources/player.ts";
import { type Session, withResource } from "./session.ts";

/** Records the result of a call. The player's own state shows whether it worked. */
export function withCallResult(session: Session, result: Reply | DeviceError, now: number): Session {
  const { pending } = session;
  if (pending === undefined) return session;
  const { proof, pollEveryMs, pollForMs } = pending.effect;
  const isFault = result instanceof Error;
  // A call that was never sent cannot have worked, so there is nothing to read back.
  const wasNeverSent = isFault && result.fault === "unreachable";
  const next: PendingEffect = {
    ...pending,
    calls: wasNeverSent || (isFault && proof === undefined) ? [] : pending.calls.slice(1),
    doubt: pending.doubt ?? doubtAbout(result),
    isUncertain: pending.isUncertain || (isFault && result.fault === "broken"),
    isObserved: pending.isObserved || (!isFault && result.kind === "reading"),
    pollAt: Math.min(pending.pollAt, wasNeverSent ? now : now + pollEveryMs),
    proofFinalAt: Math.min(pending.proofFinalAt, wasNeverSent ? now : now + pollForMs),
    polledAt: wasNeverSent ? now : pending.polledAt,
  };
  if (proof === undefined) return { ...session, pending: next };
  const dueAt = Math.min(session.resources[proof].dueAt, now + pollEveryMs);
  const readBackAt = proof === "audio" ? now + pollEveryMs : session.readBackAt;
  return { ...withResource(session, proof, { dueAt }), readBackAt, pending: next };
}

/** Records that the proof of a pending effect was polled, and whether the player reported it. */
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
  // While a retry after a "bad moment" answer is due, the proof is not final.
  const isRetried = result === "confused" && retryAt < Number.POSITIVE_INFINITY;
  const proofFinalAt = isRetried ? Math.max(pending.proofFinalAt, retryAt) : pending.proofFinalAt;
  return {
    ...session,
    pending: {
      ...pending,
      polledAt: now,
      isObserved: pending.isObserved || isReported,
      proofFinalAt,
      pollAt: Math.min(proofFinalAt, isRetried ? retryAt : now + pending.effect.pollEveryMs),
    },
  };
}

/** Records whether the player supports an operation. One that worked before is given up after several denials. */
export function withOperation(
  session: Session,
  { operation }: Call,
  kind: Reply["kind"],
  denialsUntilUnsupported: number,
): Session {
  const before = session.operations[operation] ?? { support: "unknown", denials: 0 };
  if (kind !== "unsupported") {
    const isKnown = before.support === "supported" && before.denials === 0;
    return isKnown || kind === "sent"
      ? session
      : withState(session, operation, { support: "supported", denials: 0 });
  }
  const denials = before.denials + 1;
  const isUnsupported = before.support !== "supported" || denials >= denialsUntilUnsupported;
  return withState(session, operation, { support: isUnsupported ? "unsupported" : "supported", denials });
}

function withState(
  session: Session,
  operation: Call["operation"],
  state: NonNullable<Session["operations"][Call["operation"]]>,
): Session {
  return { ...session, operations: { ...session.operations, [operation]: state } };
}

/** Allows denied operations again: the player was away, has new firmware, or a refresh was requested. */
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
