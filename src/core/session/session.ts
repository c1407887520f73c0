import type { BackoffPolicy } from "../../lib/backoff.ts";
import type { CallName } from "../controls/call.ts";
import type { Command } from "../controls/command.ts";
import type { PendingEffect } from "../controls/effect.ts";
import type { AskedPicture } from "../resources/picture.ts";
import type { PlayerState } from "../resources/player.ts";
import { type filmResourceNames, forEachResource, type ResourceName } from "../resources/resource.ts";
import type { Waking } from "./waking.ts";

/** Whether the player can be reached; unknown until it answered or failed to. */
export type Availability = "unknown" | "online" | "offline";

/** Whether this model has a resource; it is found out by asking. */
export type Support = "unknown" | "supported" | "unsupported";

/** What is known about the reading of one resource. */
export interface ResourceState {
  /** The moment from which it is to be read; infinity when nobody wants it now. */
  readonly dueAt: number;
  readonly support: Support;
  /** When it was last asked for; minus infinity when it never was. */
  readonly triedAt: number;
  /** Answers in a row that said the moment was bad. */
  readonly confusions: number;
  /** Answers in a row that said the model has no such thing. */
  readonly denials: number;
  /** Ticks passed over since the last one that counted, while the player is idle. */
  readonly skippedTicks: number;
}

/** What is known about an operation that changes something; `off` is one that its owner has not switched on. */
export interface OperationState {
  readonly support: Support | "off";
  /** Denials in a row. */
  readonly denials: number;
}

/** The position last shown to the world: what the next one is measured against. */
export interface ShownPosition {
  readonly seconds: number | undefined;
  readonly at: number;
}

/** A position as last read, to tell a seek from playing on. */
export interface SeenPosition {
  readonly seconds: number;
  readonly at: number;
}

/** The last request that brought no answer. */
interface Failure {
  readonly at: number;
  readonly reason: string;
}

/** Answers that made no sense, with none in between that did. */
interface Nonsense {
  readonly since: number;
  readonly answers: number;
  /** What was asked for. */
  readonly of: readonly ResourceName[];
}

/** A refresh whose reads are not all done. */
export interface PendingRefresh {
  readonly command: Command;
  readonly since: number;
}

/** All that one player's loop knows, as a value. */
export interface Session {
  readonly availability: Availability;
  readonly player: PlayerState;
  readonly resources: Readonly<Record<ResourceName, ResourceState>>;
  /** Operations of which more is known than that they exist. */
  readonly operations: Readonly<Partial<Record<CallName, OperationState>>>;
  /** The address of the player's network card as its owner configured it. */
  readonly mac: string | undefined;
  /** No poll before this moment: the gap between requests, or the back-off from a player that is off. */
  readonly quietUntil: number;
  /** Requests in a row that brought no answer, or none that a player would give. */
  readonly failures: number;
  /** The failure that began, or last continued, the silence; undefined while the player answers. */
  readonly failure: Failure | undefined;
  /** When the present silence, or the talk that was taken for one, began. */
  readonly silentSince: number | undefined;
  /** What was said since the last usable answer; undefined when that was the last. */
  readonly nonsense: Nonsense | undefined;
  /** Something changed lately, so the player is watched at full pace until then. */
  readonly activeUntil: number;
  readonly shownPosition: ShownPosition | undefined;
  readonly seenPosition: SeenPosition | undefined;
  readonly shownMusicPosition: ShownPosition | undefined;
  readonly seenMusicPosition: SeenPosition | undefined;
  /** What the queue was read under: while that is so, there is nothing new in it. */
  readonly queueMark: string | undefined;
  /** The key of the film that a list of tracks was told of. */
  readonly listedFor: Readonly<Partial<Record<(typeof filmResourceNames)[number], string | undefined>>>;
  readonly pending: PendingEffect | undefined;
  readonly waking: Waking | undefined;
  /** When the list is read back after the last selection, whatever polls come before. */
  readonly readBackAt: number;
  readonly pendingRefreshes: readonly PendingRefresh[];
  readonly refreshedAt: number;
  /** Pages of the queue that the broker may still hold, from this run or an earlier one. */
  readonly pagesKnown: number;
  /** The largest picture that is published; 0 publishes none. */
  readonly mostPictureBytes: number;
  readonly asked: AskedPicture | undefined;
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
export interface Foreknowledge {
  readonly mac?: string | undefined;
  /** Operations that are not to be used. */
  readonly withoutOperations?: readonly CallName[];
  readonly mostPictureBytes?: number;
}

/** A player of which nothing else is known, to be asked for everything from `startAt` on. */
export function newSession(
  startAt: number,
  { mac, withoutOperations = [], mostPictureBytes = 0 }: Foreknowledge = {},
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
