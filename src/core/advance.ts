import { backoffMs } from "../lib/backoff.ts";
import type { Command, SelectCommand } from "./command.ts";
import type { DeviceError } from "./errors.ts";
import { learn } from "./learn.ts";
import type { Answer } from "./player.ts";
import {
  type PolledResourceName,
  polledResourceNames,
  type ResourceName,
  resourceNames,
} from "./resource.ts";
import { type PendingSelection, readBackMs } from "./selection.ts";
import { type Session, type SessionPolicy, withAllDue, withResource } from "./session.ts";

/** What can happen to a session. */
export type SessionEvent =
  | { readonly kind: "tick"; readonly resource: PolledResourceName; readonly intervalMs: number }
  | { readonly kind: "refresh"; readonly command: Command }
  | { readonly kind: "asked"; readonly resource: ResourceName }
  | { readonly kind: "answered"; readonly resource: ResourceName; readonly answer: Answer }
  | { readonly kind: "failed"; readonly resource: ResourceName; readonly error: DeviceError }
  | ({ readonly kind: "selected"; readonly answer: Answer } & Selected)
  | ({ readonly kind: "selection-failed"; readonly error: DeviceError } & Selected)
  | { readonly kind: "page-seen"; readonly page: number };

interface Selected {
  readonly command: SelectCommand;
  readonly tag: string;
  readonly wasCurrent: boolean;
}

/** Players are spread over the interval between two ticks, but nobody waits longer than this for a due poll. */
const longestSpreadMs = 60_000;
const refreshPauseMs = 1000;
const modelRetryMs = 60_000;

/** Folds what happened into a new session: every rule about time, availability and back-off begins here. */
export function advance(session: Session, event: SessionEvent, now: number, policy: SessionPolicy): Session {
  switch (event.kind) {
    case "tick":
      return tick(session, event.resource, event.intervalMs, now, policy);
    case "refresh":
      return refresh(session, event.command, now);
    case "page-seen":
      return { ...session, pagesKnown: Math.max(session.pagesKnown, event.page + 1) };
    case "asked":
      // From here on a tick means the next reading, not this one; a list that comes too early is no read-back.
      return withResource(session, event.resource, {
        dueAt: stillToCome(event.resource === "audio" ? session.readBackAt : now, now),
      });
    case "answered": {
      const next = answered(session, event.resource, event.answer, now, policy);
      return checked(next, event.resource, event.answer.kind, now);
    }
    case "failed":
      return checked(
        failed(session, event.resource, event.error, now, policy),
        event.resource,
        "failed",
        now,
      );
    case "selected": {
      const next = answered(session, "audio", event.answer, now, policy);
      return pendingSelection(
        next,
        event,
        {
          isSeen: event.answer.kind === "reading",
          doubt: doubtAbout(event.answer),
          verifyAt: now + readBackMs,
          checkedAt: undefined,
        },
        now,
      );
    }
    case "selection-failed": {
      const next = failed(session, "audio", event.error, now, policy);
      // What was never sent cannot have worked: there is nothing to read back.
      const isCertain = event.error.fault === "unreachable";
      return pendingSelection(
        next,
        event,
        {
          isSeen: false,
          doubt: event.error.message,
          verifyAt: isCertain ? now : now + readBackMs,
          checkedAt: isCertain ? now : undefined,
        },
        now,
      );
    }
  }
}

function tick(
  session: Session,
  name: PolledResourceName,
  intervalMs: number,
  now: number,
  policy: SessionPolicy,
): Session {
  const { support, dueAt, skippedTicks } = session.resources[name];
  if (support === "unsupported") return session;
  if (now >= session.activeUntil && skippedTicks + 1 < policy.idleFactor) {
    return withResource(session, name, { skippedTicks: skippedTicks + 1 });
  }
  const spreadMs = policy.phase * Math.min(intervalMs, longestSpreadMs);
  return withResource(session, name, { skippedTicks: 0, dueAt: Math.min(dueAt, now + spreadMs) });
}

function refresh(session: Session, command: Command, now: number): Session {
  const { refreshedAt } = session;
  // A refresh that is still to come serves everyone who asks before it.
  const since = refreshedAt > now ? refreshedAt : Math.max(now, refreshedAt + refreshPauseMs);
  // Families that were denied are asked for as well: a player that was just booting may have denied them all.
  const due = withAllDue(session, since, polledResourceNames);
  return {
    ...due,
    // Someone asks for it by hand, so a player that was given up for a while is tried now.
    quietUntil: Math.min(session.quietUntil, since),
    refreshedAt: since,
    pendingRefreshes: [...session.pendingRefreshes, { command, since }],
  };
}

function answered(
  session: Session,
  name: ResourceName,
  answer: Answer,
  now: number,
  policy: SessionPolicy,
): Session {
  return learn(heard(session, name, now, policy), name, answer, now, policy);
}

/** Any answer proves that the player is there; one that was away may have changed, and is asked for everything. */
function heard(session: Session, name: ResourceName, now: number, policy: SessionPolicy): Session {
  const reached: Session = {
    ...session,
    availability: "online",
    quietUntil: now + policy.gapMs,
    failures: 0,
    failure: undefined,
    silentSince: undefined,
  };
  const cameBack = session.availability === "offline";
  const { support, dueAt } = session.resources[name];
  return withResource(cameBack ? withAllDue(reached, now, resourceNames) : reached, name, {
    triedAt: now,
    dueAt: stillToCome(dueAt, now),
    // What was denied before has to be denied again.
    support: support === "unsupported" ? "unknown" : support,
  });
}

function failed(
  session: Session,
  name: ResourceName,
  error: DeviceError,
  now: number,
  policy: SessionPolicy,
): Session {
  // Nonsense is an answer too: the old state stays, and the next tick asks again. The model has no tick of its own.
  if (error.answered) {
    const reached = heard(session, name, now, policy);
    return name === "model" ? withAllDue(reached, now + modelRetryMs, ["model"]) : reached;
  }
  const failures = session.failures + 1;
  const isOffline = session.availability !== "online" || failures >= policy.offlineAfter;
  // Whether the player is there is asked another way, the shortest: a resource that always fails must neither make it
  // offline nor keep the others from their turn. Its own comes with its next tick.
  const other = name === "model" ? "audio" : "model";
  const putOff = withResource(session, name, {
    triedAt: now,
    dueAt: Math.min(stillToCome(session.resources[name].dueAt, now), now + policy.backoff.maxMs),
  });
  return {
    ...withAllDue(putOff, now, [other]),
    availability: isOffline ? "offline" : "online",
    quietUntil: now + backoffMs(policy.backoff, failures, jitter(policy.phase, failures)),
    failures,
    failure: { at: now, reason: error.message },
    silentSince: session.silentSince ?? now,
  };
}

/** A moment that has come is over with the request that was made for it. */
function stillToCome(dueAt: number, now: number): number {
  return dueAt > now ? dueAt : Number.POSITIVE_INFINITY;
}

/** Differs between players and between attempts, and yet needs no dice: the core stays a function of its arguments. */
function jitter(phase: number, attempt: number): number {
  return (phase * 7919 * attempt) % 1;
}

/** Notes for a selection in doubt that the list was asked for, and whether it was told. */
function checked(
  session: Session,
  name: ResourceName,
  result: Answer["kind"] | "failed",
  now: number,
): Session {
  const pending = session.pendingSelection;
  if (name !== "audio" || pending === undefined) return session;
  const isTold = result === "reading" || result === "unchanged";
  const retryAt = session.resources.audio.dueAt;
  // Asked at a bad moment, the player has not had its last word while a retry is to come.
  const isPutOff = result === "confused" && retryAt < Number.POSITIVE_INFINITY;
  return {
    ...session,
    pendingSelection: {
      ...pending,
      checkedAt: now,
      isSeen: pending.isSeen || isTold,
      verifyAt: isPutOff ? Math.max(pending.verifyAt, retryAt) : pending.verifyAt,
    },
  };
}

/** The selection went out; whether it worked is for the player's own list to say, now and a second later. */
function pendingSelection(
  session: Session,
  sent: Selected,
  proof: Pick<PendingSelection, "isSeen" | "doubt" | "verifyAt" | "checkedAt">,
  now: number,
): Session {
  const { command, tag, wasCurrent } = sent;
  const readBackAt = now + readBackMs;
  const dueAt = Math.min(session.resources.audio.dueAt, readBackAt);
  return {
    ...withResource(session, "audio", { dueAt }),
    readBackAt,
    pendingSelection: { command, tag, wasCurrent, ...proof },
  };
}

function doubtAbout(answer: Answer): string | undefined {
  switch (answer.kind) {
    case "confused":
    case "refused":
      return answer.reason;
    case "absent":
    case "unsupported":
      return "the player says that it has no such selection";
    case "reading":
    case "unchanged":
      return undefined;
  }
}
