import type { Call, Reply } from "../controls/call.ts";
import { forEachResource } from "../resources/player.ts";
import type { ResourceState } from "../resources/resource.ts";
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

/**
 * Forgets what the player supports: another model is in its place, so one denial is enough again. The values stay until
 * they are read.
 */
export function forgetSupport(session: Session): Session {
  const operations = Object.entries(session.operations).filter(([, state]) => state.support === "off");
  const resources = forEachResource<ResourceState>((name) => {
    const resource = session.resources[name];
    if (name === "model" || resource.isOff === true) return resource;
    return { ...resource, support: "unknown", confusions: 0, denials: 0 };
  });
  return { ...session, operations: Object.fromEntries(operations), resources };
}
