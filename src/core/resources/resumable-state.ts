import { numeric, type ResourceState, type TopicGroup, type Topics } from "./resource.ts";
import type { SleepTimer } from "./sleep.ts";

/** What plays, or played, that a command may end for good. */
export type Lost = "queue" | "stream" | "film" | "track";

interface NotedStep {
  readonly target: string;
  readonly request: string;
}

/** A level that the bridge has set for a while, and the one to go back to. */
export interface TemporaryVolume {
  readonly before: number;
  readonly set: number;
  /** The level until then: it may be in effect still. */
  readonly from: number;
}

/** A sleep timer that the bridge keeps, for a player without one of its own. */
export interface SleepNote {
  readonly endsAt: string;
  readonly volume?: TemporaryVolume | undefined;
}

/** What played before an announcement, and how to get there again. */
export interface ResumePoint {
  /** The film or the track; undefined if nothing played. */
  readonly key?: string | undefined;
  readonly isPaused: boolean;
  readonly position?: NotedStep | undefined;
  readonly input?: string | undefined;
  readonly steps: readonly NotedStep[];
  /** What does not come back, as far as that can be known before. */
  readonly lost: readonly Lost[];
}

export interface AnnouncementNote {
  /** As ISO date. */
  readonly beganAt: string;
  readonly back: ResumePoint;
  readonly volume?: TemporaryVolume | undefined;
  /** What plays meanwhile; undefined until it does. */
  readonly key?: string | undefined;
}

/** What the bridge has begun with a player and still has to end. It outlives the bridge as a retained note. */
export interface ResumableState {
  readonly sleep?: SleepNote | undefined;
  /** The time that is left of the timer. */
  readonly sleepMinutes?: number | undefined;
  readonly announcement?: AnnouncementNote | undefined;
}

export interface ResumableContext {
  readonly player: { readonly sleep?: SleepTimer };
  readonly resources: { readonly sleep: ResourceState };
  /** Undefined while it is not known what an earlier run has left. */
  readonly bridge: { readonly resumable: ResumableState | undefined };
}

/** Whose note it is. A program or a person that writes to the topic would not say so. */
export const noteWriter = "player2mqtt";

const topics = {
  sleep: numeric(({ sleepMinutes }) => sleepMinutes),
  note: ({ sleep, announcement }) =>
    sleep === undefined && announcement === undefined
      ? ""
      : JSON.stringify({ writer: noteWriter, sleep, announcement }),
} satisfies Topics<ResumableState>;

/** The sleep timer, the player's own or that of the bridge, and the note. What an earlier run has noted must not be overwritten. */
export const resumable = {
  topics,
  dependsOn: ["sleep", "bridge.resumable"],
  render: ({ player: { sleep }, resources, bridge: { resumable: known } }) => {
    const minutes = sleep?.minutes ?? known?.sleepMinutes;
    const isKnown = sleep !== undefined || known !== undefined || resources.sleep.support === "unsupported";
    return new Map<string, string>([
      ...(isKnown ? [["sleep", topics.sleep({ sleepMinutes: minutes })] as const] : []),
      ...(known === undefined ? [] : [["note", topics.note(known)] as const]),
    ]);
  },
} satisfies TopicGroup<ResumableContext> & { readonly topics: object };
