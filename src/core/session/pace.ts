import { maxAssumedAgeMs, type ResourceState } from "../resources/resource.ts";
import { regularResourceNames, type ResourceName, resourceOf } from "../resources/player.ts";
import type { Intervals } from "./family-rules.ts";
import { type Session, type SessionPolicy, withResource } from "./session.ts";

/** A read that brought no value is repeated after this long, and after twice as long each time that it brings none again. */
const firstRetryMs = 60_000;

/** After a change, a player counts as active for this long. */
const attentionMs = 120_000;

/** The settings of the pace, and how much longer the intervals are than normal. */
export const paceFactors = { eager: 0.5, normal: 1, gentle: 3 } as const;

/** Makes each resource without a schedule of its own due by the player's pace; a read that is due earlier stays. */
export function keepPace(session: Session, now: number, { pace, rules }: SessionPolicy): Session {
  const intervals = rules.intervals(session, isActive(session, now));
  const { resources } = session;
  const changed: Partial<Record<ResourceName, ResourceState>> = {};
  for (const name of regularResourceNames) {
    if (pace.scheduled.has(name) || resources[name].support === "unsupported") continue;
    const isImplied = revealerOf(session, name) !== undefined;
    const interval = isImplied ? maxAssumedAgeMs : intervalOf(name, intervals, pace.factor);
    const dueAt = now + interval;
    if (dueAt < resources[name].dueAt) changed[name] = { ...resources[name], dueAt };
  }
  return Object.keys(changed).length === 0
    ? session
    : { ...session, resources: { ...resources, ...changed } };
}

/**
 * Repeats a read that brought no value: otherwise, a resource with a long interval, or with none, would be unknown until
 * its next read. `before` is the session before that read.
 */
export function retryLater(
  session: Session,
  name: ResourceName,
  now: number,
  { pace }: SessionPolicy,
  before: Session,
): Session {
  const { support, hasFailed, dueAt } = session.resources[name];
  if (!hasFailed || support === "unsupported" || dueAt <= now + firstRetryMs) return session;
  const { video } = session.player;
  const hasFilm = video !== undefined && video.state !== "idle";
  if (pace.scheduled.has(name) || (resourceOf(name).readOn === "film" && !hasFilm)) return session;
  const { triedAt, retryMs: lastMs } = before.resources[name];
  // A film or a refresh may have caused reads in between.
  const hasWaited = now - triedAt >= lastMs;
  const doubledMs = Math.min(hasWaited ? 2 * lastMs : lastMs, maxAssumedAgeMs);
  const retryMs = Math.max(doubledMs, firstRetryMs);
  return withResource(session, name, { retryMs, dueAt: Math.min(dueAt, now + retryMs) });
}

/** The resource that would show a change of this one, if one would. */
export function revealerOf(session: Session, name: ResourceName): ResourceName | undefined {
  return session.resources[name].hasFailed ? undefined : resourceOf(name).impliedBy?.(session);
}

/** Marks the player as in use or watched, so it is polled more often for a while. */
export function withAttention(session: Session, now: number): Session {
  return { ...session, activeUntil: now + attentionMs };
}

/** Whether something plays, changed recently, or is being looked at. */
export function isActive({ player: { video, music }, activeUntil }: Session, now: number): boolean {
  return now < activeUntil || video?.state === "playing" || music?.playing === "playing";
}

/** The factor stretches what the family asks for, but never beyond what a regular resource demands itself. */
function intervalOf(name: ResourceName, intervals: Intervals, factor: number): number {
  const longestMs = resourceOf(name).readEveryMs as number;
  return Math.min((intervals[name] ?? longestMs) * factor, longestMs);
}
