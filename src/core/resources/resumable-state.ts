import { number, object } from "./property.ts";
import { renderTopics, type ResourceState, type PropertyGroup, type Topics } from "./resource.ts";
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
  sleep: number(
    "Sleep timer",
    {
      names: { de: "Sleep-Timer", fr: "Minuterie de veille", zh: "睡眠定时器" },
      unit: "min",
      sample: "30",
      about: "minutes until the player stops; empty while the timer is off",
    },
    ({ sleepMinutes }) => sleepMinutes,
  ),
  note: object(
    "Note",
    {
      sample: "",
      category: "internal",
      about:
        "JSON, for the bridge itself: the sleep timer and the announcement under way, so that it can go on after a restart; empty without any",
    },
    ({ sleep, announcement }) =>
      sleep === undefined && announcement === undefined
        ? ""
        : JSON.stringify({ writer: noteWriter, sleep, announcement }),
  ),
} satisfies Topics<ResumableState>;

/** The sleep timer, the player's own or that of the bridge, and the note. What an earlier run has noted must not be overwritten. */
export const resumable = {
  topics,
  isOffered: () => true,
  dependsOn: ["sleep", "bridge.resumable"],
  render: (context, limits) => {
    const { sleep } = context.player;
    const { resumable: known } = context.bridge;
    const minutes = sleep?.minutes ?? known?.sleepMinutes;
    const isKnown =
      sleep !== undefined || known !== undefined || context.resources.sleep.support === "unsupported";
    const { sleep: timer, note } = topics;
    return new Map([
      ...(isKnown
        ? renderTopics({ sleep: timer }, { sleepMinutes: minutes }, "supported", context, limits)
        : []),
      ...renderTopics({ note }, known, "unknown", context, limits),
    ]);
  },
} satisfies PropertyGroup<ResumableContext>;
