import type { PlayerConfig } from "../controls/known-player.ts";
import { forEachResource } from "../resources/player.ts";
import { confirmed, withDoubt } from "./identity-check.ts";
import { nothingPending } from "./pending.ts";
import { notAsked } from "./presence.ts";
import { type RecognizedProfile, withProfile } from "./profile.ts";
import { newSchedule } from "./schedule.ts";
import type { Session } from "./session.ts";

/** Facts about a player that are known before the first request. */
export interface InitialFacts extends Partial<PlayerConfig> {
  /** What the player is; undefined until it has been asked. */
  readonly profile?: RecognizedProfile | undefined;
}

/** The session of a player that is read for the first time from `startAt` on. */
export function newSession(startAt: number, { profile, ...config }: InitialFacts = {}): Session {
  const session: Session = {
    player: {},
    resources: forEachResource(() => ({
      dueAt: startAt,
      againAt: Number.NEGATIVE_INFINITY,
      support: "unknown",
      triedAt: Number.NEGATIVE_INFINITY,
      hasFailed: false,
      retryMs: 0,
      unanswered: undefined,
      confusions: 0,
      denials: 0,
      unread: undefined,
      skippedTicks: 0,
    })),
    operations: {},
    profile: {
      family: undefined,
      address: undefined,
      calls: undefined,
      browses: undefined,
      missingTopics: undefined,
    },
    config: {
      mac: undefined,
      wakeMacs: [],
      rawPaths: [],
      hasPlug: false,
      offAction: "poweroff",
      maxVolumePercent: 100,
      maxPictureBytes: 0,
      presets: [],
      settingTags: [],
      confirmedSettings: [],
      declaredTags: [],
      readsLibrary: false,
      ...config,
    },
    bridge: { identity: undefined, former: undefined, resumable: undefined, neighbors: new Map() },
    memory: {
      shownPosition: undefined,
      seenPosition: undefined,
      shownMusicPosition: undefined,
      seenMusicPosition: undefined,
      comparedPosition: undefined,
      lastPlayed: undefined,
      queueMark: undefined,
      routingMark: undefined,
      listFilmKeys: {},
      pagesKnown: 0,
      requestedPictures: {},
    },
    presence: notAsked,
    identityCheck: confirmed,
    schedule: newSchedule(startAt),
    pending: nothingPending,
  };
  return withDoubt(profile === undefined ? session : withProfile(session, profile, startAt));
}
