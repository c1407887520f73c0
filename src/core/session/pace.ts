import { maxAssumedAgeMs, type ResourceState } from "../resources/resource.ts";
import { regularResourceNames, type ResourceName, resourceNames, resourceOf } from "../resources/player.ts";
import type { Shares } from "./family-rules.ts";
import { type Moment, type Session, type SessionPolicy, withResource } from "./session.ts";

/** A read that brought no value is repeated after this long, and after twice as long each time that it brings none again. */
const firstRetryMs = 60_000;

/** The settings of the pace, and how much longer the intervals are than normal. */
export const paceFactors = { eager: 0.5, normal: 1, gentle: 3 } as const;

/** The most requests a second on average, and how many of them are planned: changes make others due as well. */
const rates = {
  active: { most: 1, planned: 0.92 },
  resting: { most: 0.5, planned: 0.485 },
  /** One answer shows everything. */
  restingAlone: { most: 0.25, planned: 0.24 },
} as const;

/**
 * How many requests a player may get too early. What changes is read at once, up to a dozen; more of it waits. Meanwhile
 * the regular reads take longer, half as long again for twelve that are early, until the average is right. Beyond the last
 * number, what was too much is forgiven.
 */
const early = { unnoticed: 4, half: 12, hinted: 12, most: 24 } as const;

/** Players are read together, ten times a second: to wake the process for each of them takes more CPU than the read itself. */
const togetherMs = 100;

/**
 * Makes each resource without a schedule of its own due by the player's pace; a read that is due earlier stays. `read` is
 * the resource that was just requested: it counts, unless it is part of a command, follows one at once, or has a
 * schedule that the owner has set.
 */
export function keepPace(session: Session, at: Moment, read?: ResourceName): Session {
  const { now, policy } = at;
  const { resources, schedule } = session;
  const { intervals, every, costMs } = paceOf(session, now, policy);
  const isCounted = read !== undefined && now >= schedule.shortGapsUntil && !policy.pace.scheduled.has(read);
  const longAgo = now - resourceNames.length * costMs;
  const before = Math.max(schedule.requestBudgetUntil ?? longAgo, longAgo);
  const until = isCounted
    ? Math.min(before + costMs, now + early.most * costMs)
    : schedule.requestBudgetUntil;
  const tooMany = Math.max(0, ((until ?? now) - now) / costMs - early.unnoticed);
  const stretch = 1 + tooMany / (2 * early.half);
  let isWaiting = false;
  const changed: Partial<Record<ResourceName, ResourceState>> = {};
  for (const name of resourceNames) {
    const resource = resources[name];
    const interval = intervals[name];
    if (resource.dueAt <= now) isWaiting = true;
    else if (interval !== undefined) {
      const [moment, wait] = [now / togetherMs, (interval * stretch) / togetherMs];
      // Reads that begin together are answered one after another, so the next ones count from when they began. But a source may
      // keep its answer for as long as the family says: an earlier read would get the same again.
      const isKept = every[name] !== undefined;
      const dueAt = (isKept ? Math.ceil(moment + wait) : Math.floor(moment) + Math.round(wait)) * togetherMs;
      if (dueAt < resource.dueAt) changed[name] = { ...resource, dueAt };
    }
  }
  // Requests that were not made are not saved up, but all that waits is read first.
  const requestBudgetUntil = isWaiting ? until : Math.max(until ?? now, now);
  return {
    ...session,
    schedule: { ...schedule, requestBudgetUntil },
    resources: Object.keys(changed).length === 0 ? resources : { ...resources, ...changed },
  };
}

/**
 * Makes a resource due because another one changed, or because its own answer was odd, unless too much was read already.
 * A time to come is that of a further read, whatever is read before.
 */
export function withHint(
  session: Session,
  name: ResourceName,
  wantedAt: number,
  { now, policy }: Moment,
): Session {
  const { dueAt, support, unread } = session.resources[name];
  if (support === "unsupported" || unread !== undefined) return session;
  const { costMs } = paceOf(session, now, policy);
  const { requestBudgetUntil = wantedAt } = session.schedule;
  const hintedAt = Math.max(wantedAt, requestBudgetUntil - early.hinted * costMs);
  const again = wantedAt > now ? { againAt: hintedAt } : {};
  return withResource(session, name, { ...again, dueAt: Math.min(dueAt, hintedAt) });
}

/**
 * The time between two reads of each resource that has no schedule, and what one request costs of the time. What the
 * family says that answers may reveal decides how the requests are shared: with the square roots, the mean wait for a
 * change is the least.
 */
export function paceOf(
  session: Session,
  now: number,
  { rules, pace: { factor, scheduled } }: Pick<SessionPolicy, "rules" | "pace">,
): Pick<Shares, "every"> & { readonly intervals: Shares["every"]; readonly costMs: number } {
  const isInUse = isActive(session, now);
  const { changeWeights, every } = rules.pace(session, isInUse);
  const intervals: Partial<Record<ResourceName, number>> = {};
  const shares: [ResourceName, number][] = [];
  let [sum, fixed] = [0, 0];
  for (const name of regularResourceNames) {
    if (scheduled.has(name) || session.resources[name].support === "unsupported") continue;
    const weight = changeWeights[name] ?? 0;
    const everyMs = every[name];
    intervals[name] = longestMsOf(name);
    if (revealerOf(session, name) !== undefined) intervals[name] = maxAssumedAgeMs;
    else if (weight > 0) {
      shares.push([name, Math.sqrt(weight)]);
      sum += Math.sqrt(weight);
    } else if (everyMs !== undefined) {
      intervals[name] = Math.min(everyMs * factor, longestMsOf(name));
      fixed += 1 / everyMs;
    }
  }
  const rate = isInUse ? rates.active : shares.length === 1 ? rates.restingAlone : rates.resting;
  const stretchMs = (factor * sum) / (rate.planned / 1000 - fixed);
  for (const [name, share] of shares) intervals[name] = Math.min(stretchMs / share, longestMsOf(name));
  return { intervals, every, costMs: (1000 * factor) / rate.most };
}

/** A resource with a long interval, or with none, would be unknown until its next read. `before`: before this one. */
export function retryLater(
  session: Session,
  name: ResourceName,
  { now, policy }: Moment,
  before: Session,
): Session {
  const { support, hasFailed, dueAt } = session.resources[name];
  if (!hasFailed || support === "unsupported" || dueAt <= now + firstRetryMs) return session;
  const { video } = session.player;
  const hasFilm = video !== undefined && video.state !== "idle";
  if (policy.pace.scheduled.has(name) || (resourceOf(name).readOn === "film" && !hasFilm)) return session;
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

/** Whether something plays, changed recently, or is being looked at. */
export function isActive({ player: { video, music }, schedule }: Session, now: number): boolean {
  return now < schedule.activeUntil || video?.state === "playing" || music?.playing === "playing";
}

function longestMsOf(name: ResourceName): number {
  return resourceOf(name).readEveryMs as number;
}
