import type { Command, Outcome } from "./command.ts";
import { polledResourceNames } from "./resource.ts";
import { type PendingSelection, shows } from "./selection.ts";
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

/** Finds the commands whose outcome is now known. */
export function settle(session: Session): Settlement {
  if (session.pendingSelection === undefined && session.pendingRefreshes.length === 0) {
    return { session, settled: [] };
  }
  const selection = session.pendingSelection;
  const selectionOutcome = selection === undefined ? undefined : outcomeOf(session, selection);
  const settled: Settled[] = [];
  if (selection !== undefined && selectionOutcome !== undefined) {
    settled.push({ command: selection.command, outcome: selectionOutcome });
  }
  const open: PendingRefresh[] = [];
  for (const [index, refresh] of session.pendingRefreshes.entries()) {
    const isJoined = session.pendingRefreshes[index + 1]?.since === refresh.since;
    const outcome: Outcome | undefined = isJoined ? { kind: "superseded" } : refreshOutcome(session, refresh);
    if (outcome === undefined) open.push(refresh);
    else settled.push({ command: refresh.command, outcome });
  }
  const pendingSelection = selectionOutcome === undefined ? selection : undefined;
  return { session: { ...session, pendingSelection, pendingRefreshes: open }, settled };
}

function outcomeOf(session: Session, pending: PendingSelection): Outcome | undefined {
  const { tag, wasCurrent, isSeen, checkedAt, verifyAt, doubt, command } = pending;
  if (isSeen && shows(session.player.audio, command.target, tag)) {
    return { kind: wasCurrent ? "unchanged" : "applied", tag };
  }
  // The list may trail a selection: only what it says from `verifyAt` on is the last word.
  if (checkedAt === undefined || checkedAt < verifyAt) return undefined;
  const current = session.player.audio?.[command.target].current?.tag;
  const shown = current === undefined ? "nothing selected" : current;
  return { kind: "failed", tag, reason: doubt ?? `not applied: the player still shows ${shown}` };
}

function refreshOutcome(session: Session, refresh: PendingRefresh): Outcome | undefined {
  if (session.failure !== undefined && session.failure.at >= refresh.since) {
    return { kind: "failed", reason: session.failure.reason };
  }
  const isDone = polledResourceNames.every((name) => session.resources[name].dueAt > refresh.since);
  return isDone ? { kind: "applied" } : undefined;
}
