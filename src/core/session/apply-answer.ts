import {
  type Answer,
  emptyPlaylist,
  emptyQueue,
  idleVideo,
  type MusicState,
  type PlayerState,
  type Reading,
  type VideoStatus,
} from "../resources/player.ts";
import { type FilmList, isListed } from "../resources/film-choices.ts";
import { followMusic, followVideo } from "../resources/position.ts";
import { forgetDenials } from "./observe.ts";
import { filmResourceNames, refreshedResourceNames, type ResourceName } from "../resources/resource.ts";
import { revised, withAllDue, withResource } from "./revise.ts";
import type { Session, SessionPolicy } from "./session.ts";

/** A player that says "bad moment" is asked again so soon, and so often; then it waits for its next tick. */
const confusionRetryMs = 500;
const confusionRetries = 2;

/** One denial may be a slip of a player that is busy; a family that once answered is given up after so many. */
export const denialsUntilBelieved = 3;

/** What no specification promises: some players never heard of it. */
const unspecified: ReadonlySet<ResourceName> = new Set(["state", "power", "subtitles", "audioTracks"]);

/** After a change the player is watched at full pace for so long. */
const attentionMs = 60_000;

/** From so shortly before the end of a track on it is known when that will be, unless somebody seeks; and so long after it, another one plays. */
const nearEndMs = 10_000;
const afterEndMs = 500;

/** Folds what a player answered about one resource into its session. */
export function applyAnswer(
  session: Session,
  name: ResourceName,
  answer: Answer,
  now: number,
  policy: SessionPolicy,
): Session {
  const resource = session.resources[name];
  switch (answer.kind) {
    case "unchanged":
      return supported(session, name);
    case "reading":
      return take(supported(session, name), answer.reading, now, policy);
    case "absent":
      return takeNothing(supported(session, name), name, now, policy);
    case "refused":
      return withResource(session, name, { confusions: 0, denials: 0 });
    case "confused": {
      const confusions = resource.confusions + 1;
      if (confusions <= confusionRetries) {
        return withResource(session, name, { confusions, denials: 0, dueAt: now + confusionRetryMs });
      }
      const confused = withResource(session, name, { confusions, denials: 0 });
      // "Wrong address" is also what a player says of an operation that it never had.
      if (resource.support === "unknown" && unspecified.has(name)) return denied(confused, name);
      return name === "video" ? withUnknownVideo(confused, now, policy) : confused;
    }
    case "unsupported": {
      const denials = resource.denials + 1;
      if (resource.support === "supported" && denials < denialsUntilBelieved) {
        return withResource(session, name, { denials, confusions: 0 });
      }
      return denied(withResource(session, name, { denials, confusions: 0 }), name);
    }
  }
}

function supported(session: Session, name: ResourceName): Session {
  const { support, confusions, denials } = session.resources[name];
  const listed = name === "subtitles" || name === "audioTracks" ? withListed(session, name) : session;
  // An unchanged poll is the common case by far: it makes no new objects.
  if (support === "supported" && confusions === 0 && denials === 0) return listed;
  return withResource(listed, name, { support: "supported", confusions: 0, denials: 0 });
}

/** A list was told, which may be word for word that of the film before. */
function withListed(session: Session, name: FilmList): Session {
  return isListed(session, name)
    ? session
    : revised(session, { listedFor: { ...session.listedFor, [name]: session.player.video?.key } });
}

function take(session: Session, reading: Reading, now: number, policy: SessionPolicy): Session {
  const next = revised(session, {
    player: { ...session.player, [reading.resource]: reading.value },
    activeUntil: now + attentionMs,
  });
  switch (reading.resource) {
    case "video": {
      const { video } = session.player;
      const isTurned = video !== undefined && video.state !== reading.value.state;
      return revised(
        withFilm(isTurned ? withDue(next, "state", now) : next, video, reading.value, now),
        followVideo(session, reading.value, now, policy),
      );
    }
    case "state": {
      const { state } = session.player;
      const isTurned = state !== undefined && state.playing !== reading.value.playing;
      const turned = isTurned ? withDue(next, "video", now) : next;
      return revised(
        withTrackEnd(withQueueOf(turned, reading.value, now), reading.value, now),
        followMusic(session, reading.value, now, policy),
      );
    }
    case "queue":
      return revised(next, { pagesKnown: Math.max(session.pagesKnown, reading.value.pages.length) });
    case "model": {
      const before = session.player.model?.firmware;
      // A new firmware may bring families that were missing.
      const isNew = before !== undefined && before !== reading.value.firmware;
      return isNew ? withAllDue(forgetDenials(next), now, refreshedResourceNames) : next;
    }
    case "audio":
    case "playlist":
    case "power":
    case "subtitles":
    case "audioTracks":
      return next;
  }
}

/** Another film has other subtitles and audio tracks, and stands elsewhere in the playlist. */
function withFilm(
  session: Session,
  before: VideoStatus | undefined,
  film: VideoStatus,
  now: number,
): Session {
  if (before?.key === film.key) return session;
  // Without a film there is nothing to choose from, and no need to ask.
  if (film.state === "idle")
    return before === undefined ? withoutFilm(session) : withDue(withoutFilm(session), "playlist", now);
  const names = before === undefined ? filmResourceNames : ([...filmResourceNames, "playlist"] as const);
  const there = names.filter((name) => session.resources[name].support !== "unsupported");
  return withAllDue(session, now, there);
}

function withoutFilm(session: Session): Session {
  return filmResourceNames.reduce(
    (next, name) => withResource(next, name, { dueAt: Number.POSITIVE_INFINITY }),
    session,
  );
}

/** Under which mark a queue is read: it is another one when the queue has changed, or what plays of it. */
export function queueMarkOf(state: MusicState | undefined): string | undefined {
  if (state?.queueStamp === undefined) return undefined;
  // A queue that was stopped has no current entry, though the state still tells the last one.
  return state.playing === "idle" ? state.queueStamp : `${state.queueStamp} ${state.track.key}`;
}

/** A queue that was marked anew is read at once. */
function withQueueOf(session: Session, state: MusicState, now: number): Session {
  const mark = queueMarkOf(state);
  const isNew = mark !== undefined && session.queueMark !== undefined && mark !== session.queueMark;
  return isNew ? withDue(session, "queue", now) : session;
}

/** The next track is told when it begins, and not by the tick after that. */
function withTrackEnd(session: Session, state: MusicState, now: number): Session {
  const { playing, positionSeconds, durationSeconds } = state;
  if (playing !== "playing" || positionSeconds === undefined || durationSeconds === undefined) return session;
  const leftMs = (durationSeconds - positionSeconds) * 1000;
  return leftMs > 0 && leftMs <= nearEndMs ? withDue(session, "state", now + leftMs + afterEndMs) : session;
}

/** Has a resource asked for that the player may have: what one says is often news of another. */
function withDue(session: Session, name: ResourceName, at: number): Session {
  return session.resources[name].support === "unsupported" ? session : withAllDue(session, at, [name]);
}

/** "Nothing there" said in each resource's own words; for the others it says nothing. */
function takeNothing(session: Session, name: ResourceName, now: number, policy: SessionPolicy): Session {
  switch (name) {
    case "video":
      if (session.player.video === idleVideo) return session;
      return take(session, { resource: "video", value: idleVideo }, now, policy);
    case "playlist":
      if (session.player.playlist === emptyPlaylist) return session;
      return take(session, { resource: "playlist", value: emptyPlaylist }, now, policy);
    case "queue":
      if (session.player.queue === emptyQueue) return session;
      return take(session, { resource: "queue", value: emptyQueue }, now, policy);
    case "subtitles":
    case "audioTracks":
      return revised(session, { player: { ...session.player, [name]: [] } });
    case "audio":
    case "model":
    case "state":
    case "power":
      return session;
  }
}

/** A player that stays confused about its video leaves us not knowing, and the topic says so. */
function withUnknownVideo(session: Session, now: number, policy: SessionPolicy): Session {
  const video = session.player.video;
  if (video?.state === "unknown") return session;
  return take(
    session,
    { resource: "video", value: { ...(video ?? idleVideo), state: "unknown" } },
    now,
    policy,
  );
}

/** A family that is missing takes with it what only it could tell. */
function denied(session: Session, name: ResourceName): Session {
  const next = without(withResource(session, name, { support: "unsupported" }), name);
  if (name !== "video") return next;
  return filmResourceNames.reduce(denied, withoutFilm(next));
}

function without(session: Session, name: ResourceName): Session {
  if (session.player[name] === undefined) return session;
  const { [name]: _gone, ...player } = session.player;
  const cleared: PlayerState = player;
  return revised(session, { player: cleared });
}
