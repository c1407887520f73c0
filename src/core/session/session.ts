import type { BackoffPolicy } from "../../lib/backoff.ts";
import type { Call } from "../controls/call.ts";
import type { Command, ControlCommand } from "../controls/command.ts";
import type { Effect } from "../controls/effect.ts";
import type { KnownPlayer, OffMeaning, OperationState } from "../controls/known-player.ts";
import { isKnownByMac } from "../mac.ts";
import type { PlayerModel } from "../resources/model.ts";
import { type Answer, forEachResource, type ResourceName, resourceNames } from "../resources/player.ts";
import type { ResourceState } from "../resources/resource.ts";
import type { Phrase } from "../../lib/phrase.ts";
import type { FamilyRules, PlayerProfile } from "./family-rules.ts";

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
  readonly needsReading?: true;
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
  readonly doubt: Phrase | undefined;
  /** Whether the player may have received the call although no answer came. */
  readonly isUncertain: boolean;
}

/** A refresh whose reads are not complete. */
export interface PendingRefresh {
  readonly command: Command;
  readonly since: number;
}

/**
 * Whether the device at the address is the player. asking: it is asked for its model before anything else. unclear: the
 * answer to that has no meaning, so the next usable answer decides.
 */
type Standing = "confirmed" | "asking" | "unclear";

/** The complete state of one player's loop, as a value. */
export interface Session extends KnownPlayer {
  readonly standing: Standing;
  /** The device that answers at the address instead of the player. */
  readonly stranger: PlayerModel | undefined;
  /** Answers that arrived while it was being asked who it is. */
  readonly held: Readonly<Partial<Record<ResourceName, Answer>>>;
  /** When a connection last ended. */
  readonly disconnectedAt: number;
  /**
   * From then on, nothing is read before the player was asked who it is; infinity if no connection has ended since it was
   * last asked.
   */
  readonly unprovenFrom: number;
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
  /** Up to this moment, the requests so far would have been right on average; minus infinity before everything is read. */
  readonly paidUntil: number;
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

/** The rules of one player that come from its configuration and from its family. */
export interface SessionPolicy {
  readonly rules: FamilyRules;
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
  /** What the player is; undefined until it has been asked. */
  readonly profile?: Omit<PlayerProfile, "rules" | "ignoredSettings"> | undefined;
  readonly maxPictureBytes?: number;
  readonly maxVolumePercent?: number;
  readonly offMeans?: OffMeaning;
  readonly wakeMacs?: readonly string[];
  readonly hasPlug?: boolean;
  readonly presets?: readonly string[];
  readonly settingTags?: readonly string[];
  readonly confirmedSettings?: readonly string[];
  readonly readsLibrary?: boolean;
}

/** The session of a player that is read for the first time from `startAt` on. */
export function newSession(
  startAt: number,
  {
    mac,
    profile,
    maxPictureBytes = 0,
    maxVolumePercent = 100,
    offMeans = "poweroff",
    wakeMacs = [],
    hasPlug = false,
    presets = [],
    settingTags = [],
    confirmedSettings = [],
    readsLibrary = false,
  }: InitialFacts = {},
): Session {
  const session: Session = {
    availability: "unknown",
    standing: "confirmed",
    stranger: undefined,
    held: {},
    disconnectedAt: Number.NEGATIVE_INFINITY,
    unprovenFrom: Number.POSITIVE_INFINITY,
    family: undefined,
    address: undefined,
    calls: undefined,
    browses: undefined,
    player: {},
    resources: forEachResource(() => ({
      dueAt: startAt,
      againAt: Number.NEGATIVE_INFINITY,
      support: "unknown",
      triedAt: Number.NEGATIVE_INFINITY,
      hasFailed: false,
      retryMs: 0,
      confusions: 0,
      denials: 0,
      skippedTicks: 0,
    })),
    operations: {},
    identity: undefined,
    neighbors: new Map(),
    maxVolumePercent,
    offMeans,
    wakeMacs,
    former: undefined,
    hasPlug,
    presets,
    underWay: undefined,
    settingTags,
    confirmedSettings,
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
    lastPlayed: undefined,
    queueMark: undefined,
    routingMark: undefined,
    listFilmKeys: {},
    pending: undefined,
    waking: undefined,
    paidUntil: Number.NEGATIVE_INFINITY,
    pendingRefreshes: [],
    refreshedAt: Number.NEGATIVE_INFINITY,
    pagesKnown: 0,
    maxPictureBytes,
    requestedPictures: {},
  };
  return withDoubt(profile === undefined ? session : withProfile(session, profile, startAt));
}

/**
 * A copy with other fields. Every poll makes some, and a spread of so many fields takes Node 20 ten microseconds, so they are
 * written out.
 */
export function withFields(session: Session, change: Partial<Session>): Session {
  const copy: Session = {
    availability: session.availability,
    standing: session.standing,
    stranger: session.stranger,
    held: session.held,
    disconnectedAt: session.disconnectedAt,
    unprovenFrom: session.unprovenFrom,
    family: session.family,
    address: session.address,
    calls: session.calls,
    browses: session.browses,
    player: session.player,
    resources: session.resources,
    operations: session.operations,
    identity: session.identity,
    neighbors: session.neighbors,
    maxVolumePercent: session.maxVolumePercent,
    offMeans: session.offMeans,
    wakeMacs: session.wakeMacs,
    former: session.former,
    hasPlug: session.hasPlug,
    presets: session.presets,
    underWay: session.underWay,
    settingTags: session.settingTags,
    confirmedSettings: session.confirmedSettings,
    readsLibrary: session.readsLibrary,
    mac: session.mac,
    quietUntil: session.quietUntil,
    shortGapsUntil: session.shortGapsUntil,
    failures: session.failures,
    failure: session.failure,
    silentSince: session.silentSince,
    malformedAnswers: session.malformedAnswers,
    activeUntil: session.activeUntil,
    shownPosition: session.shownPosition,
    seenPosition: session.seenPosition,
    shownMusicPosition: session.shownMusicPosition,
    seenMusicPosition: session.seenMusicPosition,
    comparedPosition: session.comparedPosition,
    lastPlayed: session.lastPlayed,
    queueMark: session.queueMark,
    routingMark: session.routingMark,
    listFilmKeys: session.listFilmKeys,
    pending: session.pending,
    waking: session.waking,
    paidUntil: session.paidUntil,
    pendingRefreshes: session.pendingRefreshes,
    refreshedAt: session.refreshedAt,
    pagesKnown: session.pagesKnown,
    maxPictureBytes: session.maxPictureBytes,
    requestedPictures: session.requestedPictures,
  };
  return Object.assign(copy, change);
}

/** Another device may be at the address now. A player that can tell by its MAC is asked before anything else. */
export function withDoubt(session: Session): Session {
  return isKnownByMac(session) ? { ...session, standing: "asking" } : session;
}

/** How often a player is asked who it is that ends every connection, or every idle one. */
const provenForMs = 60_000;

/** The connection ended, so another device may be at the address when it is made again. */
export function withDisconnection(session: Session, now: number): Session {
  if (!isKnownByMac(session)) return session;
  const isRare = now - session.disconnectedAt >= provenForMs;
  const from = isRare ? now : session.resources.model.triedAt + provenForMs;
  return { ...session, disconnectedAt: now, unprovenFrom: Math.min(session.unprovenFrom, from) };
}

/** The session of a player that turned out to be of this family. What another family lacked may be there now. */
export function withProfile(
  session: Session,
  {
    family,
    address,
    resources: had,
    calls,
    browses,
    withoutOperations,
    withoutResources,
  }: NonNullable<InitialFacts["profile"]>,
  now: number,
): Session {
  const resources = forEachResource<ResourceState>((name) => {
    const { unread: was, ...resource } = session.resources[name];
    const unread =
      had?.includes(name) === false ? "lacking" : withoutResources.includes(name) ? "off" : undefined;
    if (unread !== undefined)
      return { ...resource, dueAt: Number.POSITIVE_INFINITY, support: "unsupported", unread };
    return was !== undefined ? { ...resource, dueAt: now, support: "unknown" } : resource;
  });
  const off = withoutOperations.map((name) => [name, { support: "off", denials: 0 } as const] as const);
  const kept = Object.entries(session.operations).filter(([, { support }]) => support !== "off");
  return {
    ...session,
    paidUntil: Number.NEGATIVE_INFINITY,
    family,
    address,
    calls: calls && new Set(calls),
    browses,
    resources,
    operations: Object.fromEntries<OperationState>([...kept, ...off]),
  };
}

/** Fields that are compared by resource, or only say when the next request is due. */
const uncomparedFields: readonly string[] = [
  "player",
  "resources",
  "quietUntil",
  "paidUntil",
  "disconnectedAt",
  "unprovenFrom",
] satisfies (keyof Session)[];
const comparedFields = Object.keys(newSession(0)).filter(
  (field) => !uncomparedFields.includes(field),
) as (keyof KnownPlayer)[];

/**
 * The names of the parts that differ between two states (`PartOf`). A resource differs if its value or its support does.
 * When requests were made and are due does not count, so the set is empty after an unchanged poll: everything that is
 * published or logged is the same then.
 */
export function changedParts(before: KnownPlayer, after: KnownPlayer): ReadonlySet<string> {
  const parts = new Set<string>();
  for (const field of comparedFields) {
    if (before[field] !== after[field]) parts.add(field);
  }
  for (const name of resourceNames) {
    const older = before.player[name];
    const newer = after.player[name];
    const hasOtherSupport = before.resources[name].support !== after.resources[name].support;
    if (hasOtherSupport) parts.add(`${name}.support`);
    if (older === newer && !hasOtherSupport) continue;
    parts.add(name);
    for (const field of differingFields(older, newer)) parts.add(`${name}.${field}`);
  }
  return parts;
}

/** The names of the fields that differ between two values of a resource, either of which may be missing. */
function differingFields(before: object = {}, after: object = {}): string[] {
  type Fields = Readonly<Record<string, unknown>>;
  const [older, newer] = [before as Fields, after as Fields];
  // Nothing is copied, since a film has another position at each poll.
  const fields = Object.keys(after).filter((field) => older[field] !== newer[field]);
  for (const field in before) if (!(field in after)) fields.push(field);
  return fields;
}

/** Replaces some fields of a resource's read state. */
export function withResource(session: Session, name: ResourceName, change: Partial<ResourceState>): Session {
  const { resources } = session;
  return withFields(session, { resources: { ...resources, [name]: { ...resources[name], ...change } } });
}

/** Makes resources due at `at`, unless they are due earlier. */
export function withDue(session: Session, at: number, names: readonly ResourceName[]): Session {
  const resources = { ...session.resources };
  for (const name of names) {
    if (resources[name].unread !== undefined) continue;
    resources[name] = { ...resources[name], dueAt: Math.min(resources[name].dueAt, at) };
  }
  return { ...session, resources };
}

/** Whether a call of the pending effect was made, so the player may have carried it out. */
export function isSent({ pending }: Pick<Session, "pending">): boolean {
  return pending !== undefined && pending.proofFinalAt < Number.POSITIVE_INFINITY;
}

/** Whether the player itself answers at its address, as far as known. */
export function mayBeAsked({ availability, standing }: Pick<Session, "availability" | "standing">): boolean {
  return availability === "online" && standing === "confirmed";
}

/** Whether a command is waking the player. */
export function isWaking({ pending }: Pick<Session, "pending">): boolean {
  return pending?.isWaking === true;
}

/** The wake-up in progress: when it began, and until when the player may answer; undefined if there is none. */
export function wakeUpInProgress({
  pending,
}: Pick<Session, "pending">): { readonly since: number; readonly until: number } | undefined {
  if (pending?.isWaking !== true) return undefined;
  const { command, calls, effect, proofFinalAt } = pending;
  // The time to answer begins with the first call.
  const until = Math.min(proofFinalAt, ...calls.map(({ at }) => at + effect.pollForMs));
  return { since: command.receivedAt, until };
}

/**
 * The moment after which a command must no longer be sent. The time that a player takes to wake does not count, since a
 * command after a wake-up is meant for the player that is awake. The sender's own expiry always counts.
 */
export function expiryOf(session: Pick<Session, "pending" | "waking">, command: Command): number {
  const { receivedAt, expiresAt, senderExpiresAt = Number.POSITIVE_INFINITY } = command;
  const { since, until } = session.waking ?? { since: Number.POSITIVE_INFINITY, until: 0 };
  const isInProgress = isWaking(session);
  if (receivedAt < since || (!isInProgress && receivedAt > until)) return expiresAt;
  return Math.min(senderExpiresAt, isInProgress ? Number.POSITIVE_INFINITY : until + expiresAt - receivedAt);
}
