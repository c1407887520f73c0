import type { Command } from "../controls/command.ts";
import type { Outcome } from "../controls/effect.ts";
import { outcomeOf } from "./pending-effect.ts";
import { refreshedResourceNames } from "../resources/player.ts";
import type { PendingRefresh, Session } from "./session.ts";

/** A command and how it ended. */
interface Settled {
  readonly command: Command;
  readonly outcome: Outcome;
}

/** The session without the commands whose outcome is now known, and those outcomes. */
export interface Settlement {
  readonly session: Session;
  readonly settled: readonly Settled[];
}

const nothing: readonly Settled[] = [];

/** Finds the commands whose outcome is now known. */
export function resolveOutcomes(session: Session): Settlement {
  const { pending } = session;
  if (pending === undefined && session.pendingRefreshes.length === 0) return { session, settled: nothing };
  const settled: Settled[] = [];
  const ended = pending === undefined ? undefined : outcomeOf(session, pending);
  if (pending !== undefined && ended !== undefined) {
    settled.push({ command: pending.command, outcome: ended });
  }
  const open: PendingRefresh[] = [];
  for (const [index, refresh] of session.pendingRefreshes.entries()) {
    const isJoined = session.pendingRefreshes[index + 1]?.since === refresh.since;
    const outcome: Outcome | undefined = isJoined ? { kind: "superseded" } : refreshOutcome(session, refresh);
    if (outcome === undefined) open.push(refresh);
    else settled.push({ command: refresh.command, outcome });
  }
  return {
    session: { ...session, pending: ended === undefined ? pending : undefined, pendingRefreshes: open },
    settled,
  };
}

function refreshOutcome(session: Session, refresh: PendingRefresh): Outcome | undefined {
  if (session.failure !== undefined && session.failure.at >= refresh.since) {
    return { kind: "failed", reason: session.failure.reason };
  }
  const isDone = refreshedResourceNames.every((name) => {
    const { dueAt, triedAt } = session.resources[name];
    // A resource that was requested but not answered is neither due nor done.
    return dueAt > refresh.since && triedAt >= refresh.command.receivedAt;
  });
  return isDone ? { kind: "applied" } : undefined;
}
