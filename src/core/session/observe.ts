import type { Call, Reply } from "../controls/call.ts";
import type { PendingEffect } from "./pending-effect.ts";
import type { DeviceError } from "../errors.ts";
import type { Answer, ResourceName } from "../resources/player.ts";
import { type Session, withResource } from "./session.ts";

/** A call has been made, and this came of it: whether it worked is for the player's own state to say. */
export function called(session: Session, result: Reply | DeviceError, now: number): Session {
  const { pending } = session;
  if (pending === undefined) return session;
  const { proof, lookEveryMs, lookForMs } = pending.effect;
  const isFault = result instanceof Error;
  // What was never sent cannot have worked: there is nothing to read back.
  const isHopeless = isFault && result.fault === "unreachable";
  const next: PendingEffect = {
    ...pending,
    calls: isHopeless || (isFault && proof === undefined) ? [] : pending.calls.slice(1),
    doubt: pending.doubt ?? doubtAbout(result),
    isUncertain: pending.isUncertain || (isFault && result.fault === "broken"),
    isSeen: pending.isSeen || (!isFault && result.kind === "reading"),
    lookAt: Math.min(pending.lookAt, isHopeless ? now : now + lookEveryMs),
    lastWordAt: Math.min(pending.lastWordAt, isHopeless ? now : now + lookForMs),
    lookedAt: isHopeless ? now : pending.lookedAt,
  };
  if (proof === undefined) return { ...session, pending: next };
  const dueAt = Math.min(session.resources[proof].dueAt, now + lookEveryMs);
  const readBackAt = proof === "audio" ? now + lookEveryMs : session.readBackAt;
  return { ...withResource(session, proof, { dueAt }), readBackAt, pending: next };
}

/** Notes for an effect in doubt that its proof was asked for, and whether it was told. */
export function looked(
  session: Session,
  name: ResourceName,
  result: Answer["kind"] | "failed",
  now: number,
): Session {
  const { pending } = session;
  if (pending === undefined || pending.effect.proof !== name) return session;
  const isTold = result === "reading" || result === "unchanged" || result === "absent";
  const retryAt = session.resources[name].dueAt;
  // Asked at a bad moment, the player has not had its last word while a retry is to come.
  const isPutOff = result === "confused" && retryAt < Number.POSITIVE_INFINITY;
  const lastWordAt = isPutOff ? Math.max(pending.lastWordAt, retryAt) : pending.lastWordAt;
  return {
    ...session,
    pending: {
      ...pending,
      lookedAt: now,
      isSeen: pending.isSeen || isTold,
      lastWordAt,
      lookAt: Math.min(lastWordAt, isPutOff ? retryAt : now + pending.effect.lookEveryMs),
    },
  };
}

/** What a denial of an operation leaves behind; one that once worked is given up after so many. */
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

/** What was denied may be asked for again: the player was away, has new firmware, or somebody wants to know. */
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
