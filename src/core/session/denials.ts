import type { Call, Reply } from "../controls/call.ts";
import type { Session } from "./session.ts";

/**
 * A busy player may deny a resource or an operation by mistake. One that was supported before is given up after this
 * many denials in a row.
 */
export const denialsUntilUnsupported = 3;

/** Records whether the player supports an operation. One that worked before is given up after several denials. */
export function withOperation(session: Session, { operation }: Call, kind: Reply["kind"]): Session {
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
