import { forEachResource, type ResourceName } from "../resources/resource.ts";
import type { ResourceState, Session } from "./session.ts";

/** The session with some fields replaced. */
export function revised(session: Session, change: Partial<Session>): Session {
  return Object.assign(withResources(session, session.resources), change);
}

/** The session with some fields of one resource replaced. */
export function withResource(session: Session, name: ResourceName, change: Partial<ResourceState>): Session {
  return withState(
    session,
    name,
    Object.assign(due(session.resources[name], session.resources[name].dueAt), change),
  );
}

/** The resource due from another moment on. */
export function due(
  { support, triedAt, confusions, denials, skippedTicks: skipped }: ResourceState,
  dueAt: number,
  skippedTicks: number = skipped,
): ResourceState {
  return { dueAt, support, triedAt, confusions, denials, skippedTicks };
}

/** The session with another state of one resource, and no poll before `quietUntil`. */
export function withState(
  session: Session,
  name: ResourceName,
  state: ResourceState,
  quietUntil: number = session.quietUntil,
): Session {
  const { resources } = session;
  return withResources(
    session,
    {
      model: name === "model" ? state : resources.model,
      audio: name === "audio" ? state : resources.audio,
      video: name === "video" ? state : resources.video,
      playlist: name === "playlist" ? state : resources.playlist,
      queue: name === "queue" ? state : resources.queue,
      state: name === "state" ? state : resources.state,
      power: name === "power" ? state : resources.power,
      subtitles: name === "subtitles" ? state : resources.subtitles,
      audioTracks: name === "audioTracks" ? state : resources.audioTracks,
    },
    quietUntil,
  );
}

/**
 * The session with other states of its resources. Whatever replaces a session comes from here, and names the fields in
 * the order of `newSession`: so all sessions have one shape for V8. Those that are spread have one for each place where
 * that is done, and every look at a field has to find out which; besides, Node 20 takes five times as long to make one.
 */
export function withResources(
  session: Session,
  resources: Session["resources"],
  quietUntil: number = session.quietUntil,
): Session {
  return {
    availability: session.availability,
    player: session.player,
    resources,
    operations: session.operations,
    mac: session.mac,
    quietUntil,
    failures: session.failures,
    failure: session.failure,
    silentSince: session.silentSince,
    nonsense: session.nonsense,
    activeUntil: session.activeUntil,
    shownPosition: session.shownPosition,
    seenPosition: session.seenPosition,
    shownMusicPosition: session.shownMusicPosition,
    seenMusicPosition: session.seenMusicPosition,
    queueMark: session.queueMark,
    listedFor: session.listedFor,
    pending: session.pending,
    waking: session.waking,
    readBackAt: session.readBackAt,
    pendingRefreshes: session.pendingRefreshes,
    refreshedAt: session.refreshedAt,
    pagesKnown: session.pagesKnown,
    mostPictureBytes: session.mostPictureBytes,
    asked: session.asked,
  };
}

/** The session with the named resources due from `at` on. */
export function withAllDue(session: Session, at: number, names: readonly ResourceName[]): Session {
  const resources = forEachResource((name) => {
    const resource = session.resources[name];
    return names.includes(name) ? due(resource, Math.min(resource.dueAt, at)) : resource;
  });
  return withResources(session, resources);
}
