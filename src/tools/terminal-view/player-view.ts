import type { Selector } from "../../core/resources/audio.ts";
import type { OutcomeReport } from "./outcome-text.ts";

/** Something that can be selected. */
export interface OptionView {
  readonly tag: string;
  readonly name: string;
  readonly isEnabled: boolean;
}

/** An input or output. */
export interface SelectorView {
  readonly tag: string;
  readonly name: string;
  readonly options: readonly OptionView[];
}

/** The video of a player; texts are empty where unknown. */
export interface VideoView {
  readonly state: string;
  readonly title: string;
  readonly resolution: string;
  readonly fps: string;
  readonly codec: string;
  readonly output: string;
  readonly audioTrack: string;
  readonly subtitle: string;
  readonly durationSeconds: number | undefined;
  /** The last published position, and when it was received. */
  readonly position: { readonly seconds: number; readonly at: number } | undefined;
}

/** The video playlist; the index counts from 0. */
interface PlaylistView {
  readonly size: number;
  readonly currentIndex: number;
  readonly title: string;
}

/** The music queue; the current position counts from 0. */
export interface MusicView {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly total: number;
  readonly current: number | undefined;
}

/** Everything the view knows of one player. */
export interface PlayerView {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly availability: string;
  /** When the availability last changed, if known. */
  readonly changedAt: number | undefined;
  readonly selectors: Readonly<Record<Selector, SelectorView>>;
  readonly video: VideoView;
  readonly playlist: PlaylistView;
  readonly music: MusicView;
  /** The latest outcomes, the newest first. */
  readonly outcomes: readonly { readonly report: OutcomeReport; readonly at: number }[];
}

/** The conditions of one rendering. */
export interface RenderContext {
  readonly now: number;
  readonly width: number;
  /** How many outcomes are shown for each player. */
  readonly outcomes: number;
  /** Whether the state is up to date: broker and bridge are connected. */
  readonly isCurrent: boolean;
}

const emptySelector: SelectorView = { tag: "", name: "", options: [] };

/** A player without any state yet. */
export function newPlayerView(id: string): PlayerView {
  return {
    id,
    name: id,
    model: "",
    availability: "",
    changedAt: undefined,
    selectors: { input: emptySelector, output: emptySelector },
    video: {
      state: "",
      title: "",
      resolution: "",
      fps: "",
      codec: "",
      output: "",
      audioTrack: "",
      subtitle: "",
      durationSeconds: undefined,
      position: undefined,
    },
    playlist: { size: 0, currentIndex: -1, title: "" },
    music: { title: "", artist: "", album: "", total: 0, current: undefined },
    outcomes: [],
  };
}

/** The current position of the video, extrapolated while it plays. */
export function positionNow(
  { availability, video }: PlayerView,
  { now, isCurrent }: Pick<RenderContext, "now" | "isCurrent">,
): number | undefined {
  const { state, position, durationSeconds = Infinity } = video;
  if (position === undefined) return undefined;
  const isMoving = isCurrent && state === "playing" && availability !== "offline";
  const movedSeconds = isMoving ? (now - position.at) / 1000 : 0;
  return Math.min(position.seconds + movedSeconds, Math.max(position.seconds, durationSeconds));
}
