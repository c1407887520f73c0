import type { TopicValue } from "./topic-value.ts";

/** A film or music in one shape. */
export interface NowPlaying {
  readonly source: "video" | "music" | null;
  readonly state: "playing" | "paused" | "idle" | "offline";
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Seconds; null where the player does not say. */
  readonly position: number | null;
  readonly duration: number | null;
  /** Percent. */
  readonly progress: number | null;
  /** The address of the cover or poster. */
  readonly picture: string | null;
}

type Values = ReadonlyMap<string, TopicValue>;

const nothing = {
  source: null,
  title: "",
  artist: "",
  album: "",
  position: null,
  duration: null,
  progress: null,
  picture: null,
} as const;

/** The source that plays: a film first, unless it is paused and music plays. */
export function playingSource(values: Values): "video" | "music" | null {
  const video = values.get("video/state");
  const music = values.get("music/state");
  if (video === "playing") return "video";
  if (music === "playing") return "music";
  if (video === "paused") return "video";
  return music === "paused" ? "music" : null;
}

export function nowPlaying(values: Values, isOnline: boolean): NowPlaying {
  if (!isOnline) return { ...nothing, state: "offline" };
  const source = playingSource(values);
  if (source === null) return { ...nothing, state: "idle" };
  const text = (leaf: string): string => {
    const value = values.get(`${source}/${leaf}`);
    return typeof value === "string" ? value : "";
  };
  const position = seconds(values.get(`${source}/position`));
  const duration = seconds(values.get(`${source}/duration`));
  const isPaused = values.get(`${source}/state`) === "paused";
  return {
    source,
    state: isPaused ? "paused" : "playing",
    title: text("title"),
    artist: source === "music" ? text("artist") : "",
    album: source === "music" ? text("album") : "",
    position,
    duration,
    progress:
      position === null || !duration ? null : Math.min(100, Math.round((1000 * position) / duration) / 10),
    picture: text("picture") || null,
  };
}

function seconds(value: TopicValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}

/** The current film or track in a few words, for the status below a node. */
export function playingText({ state, title, artist }: NowPlaying): string {
  const what = [artist, title].filter(Boolean).join(" – ");
  const mark = state === "playing" ? "▶" : "⏸";
  return state === "idle" || state === "offline" || what === "" ? "" : `${mark} ${what}`;
}
