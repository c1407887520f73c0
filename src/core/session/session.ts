import type { BackoffPolicy } from "../../lib/backoff.ts";
import type { CallName } from "../controls/call.ts";
import type { Command } from "../controls/command.ts";
import type { PendingEffect } from "./pending-effect.ts";
import type { KnownPlayer, OperationState } from "../controls/known-player.ts";
import { forEachResource, type ResourceName } from "../resources/player.ts";
import type { ResourceState } from "../resources/resource.ts";

/** Answers that made no sense, with none in between that did. */
interface Nonsense {
  readonly since: number;
  readonly answers: number;
  /** What was asked for. */
  readonly of: readonly ResourceName[];
}

/** The last time that a command had the player woken, from the command to its outcome. */
interface Waking {
  readonly since: number;
  readonly until: number;
}

/** A refresh whose reads are not all done. */
export interface PendingRefresh {
  readonly command: Command;
  readonly since: number;
}

/** All that one player's loop knows, as a value. */
export interface Session extends KnownPlayer {
  /** No poll before this moment: the gap between requests, or the back-off from a player that is off. */
  readonly quietUntil: number;
  /** Requests in a row that brought no answer, or none that a player would give. */
  readonly failures: number;
  /** When the present silence, or the talk that was taken for one, began. */
  readonly silentSince: number | undefined;
  /** What was said since the last usable answer; undefined when that was the last. */
  readonly nonsense: Nonsense | undefined;
  /** Something changed lately, so the player is watched at full pace until then. */
  readonly activeUntil: number;
  readonly pending: PendingEffect | undefined;
  readonly waking: Waking | undefined;
  /** When the list is read back after the last selection, whatever polls come before. */
  readonly readBackAt: number;
  readonly pendingRefreshes: readonly PendingRefresh[];
  readonly refreshedAt: number;
}

/** The rules of one player that come from its configuration. */
export interface SessionPolicy {
  readonly gapMs: number;
  readonly offlineAfter: number;
  readonly backoff: BackoffPolicy;
  /** The player's place in every interval, 0 to 1. */
  readonly phase: number;
  readonly idleFactor: number;
  readonly positionIntervalMs: number;
}

/** What is known of a player before it was asked for anything. */
export interface InitialFacts {
  readonly mac?: string | undefined;
  /** Operations that are not to be used. */
  readonly withoutOperations?: readonly CallName[];
  readonly mostPictureBytes?: number;
}

/** A player of which nothing else is known, to be asked for everything from `startAt` on. */
export function newSession(
  startAt: number,
  { mac, withoutOperations = [], mostPictureBytes = 0 }: InitialFacts = {},
): Session {
  return {
    availability: "unknown",
    player: {},
    resources: forEachResource(() => ({
      dueAt: startAt,
      support: "unknown",
      triedAt: Number.NEGATIVE_INFINITY,
      confusions: 0,
      denials: 0,
      skippedTicks: 0,
    })),
    operations: Object.fromEntries(
      withoutOperations.map((name) => [name, { support: "off", denials: 0 } satisfies OperationState]),
    ),
    identity: undefined,
    mac,
    quietUntil: startAt,
    failures: 0,
    failure: undefined,
    silentSince: undefined,
    nonsense: undefined,
    activeUntil: Number.NEGATIVE_INFINITY,
    shownPosition: undefined,
    seenPosition: undefined,
    shownMusicPosition: undefined,
    seenMusicPosition: undefined,
    queueMark: undefined,
    listedFor: {},
    pending: undefined,
    waking: undefined,
    readBackAt: Number.NEGATIVE_INFINITY,
    pendingRefreshes: [],
    refreshedAt: Number.NEGATIVE_INFINITY,
    pagesKnown: 0,
    mostPictureBytes,
    asked: undefined,
  };
}

/** The session with some fields of one resource replaced. */
export function withResource(session: Session, name: ResourceName, change: Partial<ResourceState>): Session {
  const { resources } = session;
  return { ...session, resources: { ...resources, [name]: { ...resources[name], ...change } } };
}

/** The session with the named resources due from `at` on, if not before. */
export function withDue(session: Session, at: number, names: readonly ResourceName[]): Session {
  const resources = { ...session.resources };
  for (const name of names) {
    resources[name] = { ...resources[name], dueAt: Math.min(resources[name].dueAt, at) };
  }
  return { ...session, resources };
}
