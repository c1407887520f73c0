import { maxAssumedAgeMs } from "../resources/resource.ts";
import {
  type PolledResourceName,
  polledResourceNames,
  type ResourceName,
  resourceOf,
} from "../resources/player.ts";
import { type Session, type SessionPolicy, withResource } from "./session.ts";

/** Intervals between two reads of a resource, in milliseconds. */
type Intervals = Readonly<Partial<Record<PolledResourceName, number>>>;

/**
 * How often each resource is read, by what the player is doing. One resource reveals most changes, so it is read often and
 * the others when it shows that they changed; what it does not reveal is read at the interval given here. An active player
 * gets at most one request a second, one at rest one in four seconds, or in two where a film may begin.
 */
export const intervalsBySituation = {
  /** The music state reveals everything: playback, volume, inputs, outputs and the queue. */
  revealed: {
    active: { music: 1100 },
    resting: { music: 4200 },
  },
  /** Music, without the marks that reveal another input or another queue. */
  music: {
    active: { music: 1450, audio: 5000, queue: 12_000 },
    resting: { music: 6000, audio: 15_000, queue: 120_000 },
  },
  /** A video model that plays music, which is never at rest. */
  musicOnVideo: {
    active: { music: 1400, video: 6000, audio: 12_000, queue: 60_000, videoVolume: 60_000 },
    resting: {},
  },
  video: {
    active: {
      video: 1350,
      audio: 10_000,
      music: 30_000,
      playlist: 30_000,
      queue: 120_000,
      videoVolume: 20_000,
    },
    resting: { video: 2300, audio: 60_000, music: 30_000, queue: 300_000, videoVolume: 300_000 },
  },
  /** Neither music nor films are reported. */
  routing: {
    active: { audio: 1500, queue: 12_000 },
    resting: { audio: 4500, queue: 120_000 },
  },
} as const satisfies Record<string, { readonly active: Intervals; readonly resting: Intervals }>;

/** A read that brought no value is repeated after this long, and after twice as long each time that it brings none again. */
const firstRetryMs = 60_000;

/** After a change, a player counts as active for this long. */
const attentionMs = 120_000;

type Situation = keyof typeof intervalsBySituation;

/** The settings of the pace, and how much longer the intervals are than normal. */
export const paceFactors = { eager: 0.5, normal: 1, gentle: 3 } as const;

/** Makes each resource without a schedule of its own due by the player's pace; a read that is due earlier stays. */
export function keepPace(session: Session, now: number, { pace }: SessionPolicy): Session {
  const intervals: Intervals =
    intervalsBySituation[situationOf(session)][isActive(session, now) ? "active" : "resting"];
  const { resources } = session;
  const changed: Partial<Record<PolledResourceName, Session["resources"]["audio"]>> = {};
  for (const name of polledResourceNames) {
    if (pace.scheduled.has(name) || resources[name].support === "unsupported") continue;
    const isImplied = revealerOf(session, name) !== undefined;
    const interval = isImplied ? maxAssumedAgeMs : (intervals[name] ?? maxAssumedAgeMs) * pace.factor;
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
  if (pace.scheduled.has(name) || (resourceOf(name).readWith === "film" && !hasFilm)) return session;
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

function situationOf({ player: { video, music }, resources }: Session): Situation {
  if (resources.video.support !== "unsupported") {
    return music?.playing === "playing" && video?.state !== "playing" ? "musicOnVideo" : "video";
  }
  if (resources.music.support === "unsupported") return "routing";
  return music?.routingMark !== undefined && music.queueStamp !== undefined ? "revealed" : "music";
}
