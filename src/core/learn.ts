import {
  type Answer,
  emptyPlaylist,
  emptyQueue,
  idleVideo,
  type PlayerState,
  type Reading,
} from "./player.ts";
import { followPosition } from "./position.ts";
import { polledResourceNames, type ResourceName } from "./resource.ts";
import { type Session, type SessionPolicy, withAllDue, withResource } from "./session.ts";

/** A player that says "bad moment" is asked again so soon, and so often; then it waits for its next tick. */
const confusionRetryMs = 500;
const confusionRetries = 2;

/** One denial may be a slip of a player that is busy; a family that once answered is given up after so many. */
const denialsUntilBelieved = 3;

/** After a change the player is watched at full pace for so long. */
const attentionMs = 60_000;

/** Folds what a player answered about one resource into its session. */
export function learn(
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
      return name === "video" ? withUnknownVideo(confused, now, policy) : confused;
    }
    case "unsupported": {
      const denials = resource.denials + 1;
      if (resource.support === "supported" && denials < denialsUntilBelieved) {
        return withResource(session, name, { denials, confusions: 0 });
      }
      return without(withResource(session, name, { denials, confusions: 0, support: "unsupported" }), name);
    }
  }
}

function supported(session: Session, name: ResourceName): Session {
  const { support, confusions, denials } = session.resources[name];
  // An unchanged poll is the common case by far: it makes no new objects.
  if (support === "supported" && confusions === 0 && denials === 0) return session;
  return withResource(session, name, { support: "supported", confusions: 0, denials: 0 });
}

function take(session: Session, reading: Reading, now: number, policy: SessionPolicy): Session {
  const next: Session = {
    ...session,
    player: { ...session.player, [reading.resource]: reading.value },
    activeUntil: now + attentionMs,
  };
  switch (reading.resource) {
    case "video":
      return { ...next, ...followPosition(session, reading.value, now, policy) };
    case "queue":
      return { ...next, pagesKnown: Math.max(session.pagesKnown, reading.value.pages.length) };
    case "model": {
      const before = session.player.model?.firmware;
      // A new firmware may bring families that were missing.
      const isNew = before !== undefined && before !== reading.value.firmware;
      return isNew ? withAllDue(next, now, polledResourceNames) : next;
    }
    case "audio":
    case "playlist":
      return next;
  }
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
    case "audio":
    case "model":
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

function without(session: Session, name: ResourceName): Session {
  if (session.player[name] === undefined) return session;
  const { [name]: _gone, ...player } = session.player;
  const cleared: PlayerState = player;
  return { ...session, player: cleared };
}
