import type { BackoffPolicy } from "../../lib/backoff.ts";
import type { Call, CallName } from "../controls/call.ts";
import type { Command, ControlCommand } from "../controls/command.ts";
import type { Effect } from "../controls/effect.ts";
import type { KnownPlayer, OffMeaning, OperationState } from "../controls/known-player.ts";
import { forEachResource, type ResourceName, resourceNames } from "../resources/player.ts";
import type { ResourceState } from "../resources/resource.ts";

/** Consecutive malformed answers. */
interface MalformedAnswers {
  readonly since: number;
  readonly count: number;
  /** The requested resources. */
  readonly resources: readonly ResourceName[];
}

/** The last wake-up by a command, from its start to its outcome. */
interface Waking {
  readonly since: number;
  readonly until: number;
}

/** A call that is still to be made. */
interface PendingCall {
  readonly at: number;
  readonly call: Call;
  readonly needsSilence?: true;
}

/** An effect that the player has not shown yet. */
export interface PendingEffect {
  readonly command: ControlCommand;
  readonly effect: Effect;
  /** The remaining calls, each with its time. */
  readonly calls: readonly PendingCall[];
  /** Whether the effect wakes the player. */
  readonly isWaking: boolean;
  /** When the proof is polled next. */
  readonly pollAt: number;
  /** When the proof becomes final; until then it may trail the call. */
  readonly proofFinalAt: number;
  /** Whether the player has reported the proof since the call: earlier values prove nothing. */
  readonly isObserved: boolean;
  /** When the proof was last polled for this effect. */
  readonly polledAt: number | undefined;
  /** Why the call may have failed, if its answer left doubt. */
  readonly doubt: string | undefined;
  /** Whether the player may have received the call although no answer came. */
  readonly isUncertain: boolean;
}

/** A refresh whose reads are not complete. */
export interface PendingRefresh {
  readonly command: Command;
  readonly since: number;
}

/** The complete state of one player's loop, as a value. */
export interface Session extends KnownPlayer {
  /** No poll before this moment: the gap between requests, or the back-off. */
  readonly quietUntil: number;
  /** Until then, reads follow one another with shorter gaps, since a command was sent. */
  readonly shortGapsUntil: number;
  /** Consecutive requests without a usable answer that count towards offline. */
  readonly failures: number;
  /** When the current silence, or the malformed answers before it, began. */
  readonly silentSince: number | undefined;
  /** Malformed answers since the last usable one; undefined if there are none. */
  readonly malformedAnswers: MalformedAnswers | undefined;
  /** The player was used recently, so it is polled at every tick until then. */
  readonly activeUntil: number;
  readonly pending: PendingEffect | undefined;
  readonly waking: Waking | undefined;
  /** When the list is read back after the last selection, independent of other polls. */
  readonly readBackAt: number;
  readonly pendingRefreshes: readonly PendingRefresh[];
  readonly refreshedAt: number;
}

/** How eagerly a player is polled. */
export interface Pace {
  /** Multiplies the intervals. */
  readonly factor: number;
  /** The resources with a cron schedule of their own. */
  readonly scheduled: ReadonlySet<ResourceName>;
}

/** The rules of one player that come from its configuration. */
export interface SessionPolicy {
  readonly gapMs: number;
  readonly offlineAfter: number;
  readonly backoff: BackoffPolicy;
  /** The player's offset in every interval, 0 to 1. */
  readonly phase: number;
  readonly idleFactor: number;
  /** How often resources are read, except those with a cron schedule of their own. */
  readonly pace: Pace;
  readonly positionIntervalMs: number;
}

/** Facts about a player that are known before the first request. */
export interface InitialFacts {
  readonly mac?: string | undefined;
  /** Operations that must not be used. */
  readonly withoutOperations?: readonly CallName[];
  /** Resources that must not be read. */
  readonly withoutResources?: readonly ResourceName[];
  readonly maxPictureBytes?: number;
  readonly maxVolumePercent?: number;
  readonly offMeans?: OffMeaning;
  readonly wakeMacs?: readonly string[];
  readonly hasPlug?: boolean;
  readonly presets?: readonly string[];
  readonly settingTags?: readonly string[];
  readonly readsLibrary?: boolean;
}

/** The session of a player that is read for the first time from `startAt` on. */
export function newSession(
  startAt: number,
  {
    mac,
    withoutOperations = [],
    withoutResources = [],
    maxPictureBytes = 0,
    maxVolumePercent = 100,
    offMeans = "poweroff",
    wakeMacs = [],
    hasPlug = false,
    presets = [],
    settingTags = [],
    readsLibrary = false,
  }: InitialFacts = {},
): Session {
  return {
    availability: "unknown",
    player: {},
    resources: forEachResource((name) => ({
      ...(withoutResources.includes(name)
        ? { dueAt: Number.POSITIVE_INFINITY, support: "unsupported", isOff: true }
        : { dueAt: startAt, support: "unknown" }),
      triedAt: Number.NEGATIVE_INFINITY,
      hasFailed: false,
      confusions: 0,
      denials: 0,
      skippedTicks: 0,
    })),
    operations: Object.fromEntries(
      withoutOperations.map((name) => [name, { support: "off", denials: 0 } satisfies OperationState]),
    ),
    identity: undefined,
    maxVolumePercent,
    offMeans,
    wakeMacs,
    hasPlug,
    presets,
    settingTags,
    readsLibrary,
    mac,
    quietUntil: startAt,
    shortGapsUntil: Number.NEGATIVE_INFINITY,
    failures: 0,
    failure: undefined,
    silentSince: undefined,
    malformedAnswers: undefined,
    activeUntil: Number.NEGATIVE_INFINITY,
    shownPosition: undefined,
    seenPosition: undefined,
    shownMusicPosition: undefined,
    seenMusicPosition: undefined,
    comparedPosition: undefined,
    queueMark: undefined,
    routingMark: undefined,
    listFilmKeys: {},
    pending: undefined,
    waking: undefined,
    readBackAt: Number.NEGATIVE_INFINITY,
    pendingRefreshes: [],
    refreshedAt: Number.NEGATIVE_INFINITY,
    pagesKnown: 0,
    maxPictureBytes,
    requestedPictures: {},
  };
}

/**
 * Whether two sessions differ at most in when requests were made and are due, as after an unchanged poll. Everything
 * that is published or logged is the same then.
 */
export function differOnlyInSchedule(before: Session, after: Session): boolean {
  return (Object.keys(after) as (keyof Session)[]).every((field) => {
    switch (field) {
      case "quietUntil":
        return true;
      case "resources":
        return resourceNames.every(
          (name) => before.resources[name].support === after.resources[name].support,
        );
      default:
        return before[field] === after[field];
    }
  });
}

/** Replaces some fields of a resource's read state. */
export function withResource(session: Session, name: ResourceName, change: Partial<ResourceState>): Session {
  const { resources } = session;
  return { ...session, resources: { ...resources, [name]: { ...resources[name], ...change } } };
}

/** Makes resources due at `at`, unless they are due earlier. */
export function withDue(session: Session, at: number, names: readonly ResourceName[]): Session {
  const resources = { ...session.resources };
  for (const name of names) {
    if (resources[name].isOff === true) continue;
    resources[name] = { ...resources[name], dueAt: Math.min(resources[name].dueAt, at) };
  }
  return { ...session, resources };
}
