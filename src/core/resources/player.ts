import type { ResourceName } from "./resource.ts";

/** A JSON value as a player gave it, under its own field names. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object as a player gave it. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Which of the two audio selectors: also the level of its topics. */
export type Selector = "input" | "output";

/** One input or output that a player offers. */
export interface RoutingEntry {
  readonly tag: string;
  /** The player's own name; its owner may change it, and two entries may share it. */
  readonly name: string;
  /** The name people choose by: unique within the list. */
  readonly displayName: string;
  readonly enabled: boolean;
  /** The entry for the options topic: the device's fields, icons as absolute addresses. */
  readonly details: JsonObject;
}

/** One selector: what can be chosen, and what is. */
export interface Routing {
  readonly entries: readonly RoutingEntry[];
  /** The entry that is selected; undefined when the player points outside its own list. */
  readonly current: RoutingEntry | undefined;
}

/** Audio inputs and outputs of a player. */
export interface AudioRouting {
  readonly input: Routing;
  readonly output: Routing;
  /** The whole OutputInfo, with `formatLines` beside `format`. */
  readonly outputInfo: JsonObject;
}

/** What a video is doing; the words of the video/state topic. */
export type VideoState = "playing" | "paused" | "idle" | "unknown";

/** The video a player shows. Texts are empty where the player tells nothing. */
export interface VideoStatus {
  readonly state: VideoState;
  readonly title: string;
  readonly positionSeconds: number | undefined;
  readonly durationSeconds: number | undefined;
  readonly resolution: string;
  readonly fps: string;
  readonly codec: string;
  readonly output: string;
  readonly audioTrack: string;
  readonly subtitle: string;
  /** Counts from 0; undefined where the player does not say. */
  readonly audioTrackIndex: number | undefined;
  /** Counts from 1, 0 is off; undefined where the player does not say. */
  readonly subtitleIndex: number | undefined;
  /** What tells the film apart from another, for the bridge alone. */
  readonly key: string;
  readonly playMode: string;
  readonly zoom: string;
  /** The whole status under the device's own names, without currentPosition. */
  readonly details: JsonObject;
}

/** A video playlist. */
export interface Playlist {
  readonly size: number;
  readonly currentIndex: number;
  readonly currentTitle: string;
  readonly entries: readonly JsonObject[];
}

/** A music queue: a window of it, and all of it in pages where that was asked for. */
export interface MusicQueue {
  /** id, start, count, total and whatever else the player says about the queue as a whole. */
  readonly envelope: JsonObject;
  readonly total: number;
  /** Position of the current entry in the whole queue. */
  readonly current: number | undefined;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Entries around the current one, each with its `position`. */
  readonly entries: readonly JsonObject[];
  /** JSON arrays of full entries; empty unless the whole queue is published. */
  readonly pages: readonly string[];
}

/** What music is doing; the words of the music/state topic. */
export type MusicPlaying = "playing" | "paused" | "idle" | "unknown";

/** In which order a music queue is played. */
export type MusicMode = "list" | "single" | "shuffle";

/** The music that can be heard, whichever source it comes from. Texts are empty where the player tells nothing. */
export interface Track {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** What tells it apart from the one before and the one after, as far as the player says. */
  readonly key: string;
  /** The absolute address of its picture. */
  readonly picture: string;
  /** What the player says of it, under its own names. */
  readonly details: JsonObject;
}

/** A volume within the range that the player counts in. */
export interface Volume {
  readonly level: number;
  readonly least: number;
  readonly most: number;
}

/** What can be heard, and how loud. */
export interface MusicState {
  readonly playing: MusicPlaying;
  /** Which source can be heard. */
  readonly source: "internal" | "bluetooth" | "network" | "unknown";
  readonly track: Track;
  readonly positionSeconds: number | undefined;
  readonly durationSeconds: number | undefined;
  /** `other` is an order that has no name here. */
  readonly mode: MusicMode | "other" | undefined;
  /** Undefined where the player does not let its volume be told. */
  readonly volume: Volume | undefined;
  readonly isMuted: boolean | undefined;
  /** Moves when the queue does; undefined where the player has no such mark. */
  readonly queueStamp: string | undefined;
}

/** A subtitle or an audio track that a film offers. */
export interface FilmTrack {
  readonly index: number;
  readonly title: string;
}

/** What the player's power can be set to, by the player's own tags. */
export interface PowerOption {
  readonly tag: string;
  readonly name: string;
}

/** What a player says about itself, and the word its paths begin with. */
export interface PlayerModel {
  readonly pathPrefix: string;
  readonly model: string | undefined;
  readonly firmware: string | undefined;
  readonly mac: string | undefined;
}

/** What is known of a player; what it never told is undefined. */
export interface PlayerState {
  readonly model?: PlayerModel;
  readonly audio?: AudioRouting;
  readonly video?: VideoStatus;
  readonly playlist?: Playlist;
  readonly queue?: MusicQueue;
  readonly state?: MusicState;
  readonly power?: readonly PowerOption[];
  readonly subtitles?: readonly FilmTrack[];
  readonly audioTracks?: readonly FilmTrack[];
}

/** One resource as just read: the part of the player's state it replaces. */
export type Reading = {
  readonly [R in ResourceName]: { readonly resource: R; readonly value: NonNullable<PlayerState[R]> };
}[ResourceName];

/**
 * What a player answered. All of these prove that it is there.
 * unchanged: the same bytes as last time. absent: nothing there just now, such as no video playing.
 * confused: asked at a bad moment. refused: it will not do that. unsupported: this model has no such family.
 */
export type Answer =
  | { readonly kind: "reading"; readonly reading: Reading }
  | { readonly kind: "unchanged" }
  | { readonly kind: "absent" }
  | { readonly kind: "confused"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unsupported" };

/** The video status of a player that plays no video. */
export const idleVideo: VideoStatus = {
  state: "idle",
  title: "",
  positionSeconds: undefined,
  durationSeconds: undefined,
  resolution: "",
  fps: "",
  codec: "",
  output: "",
  audioTrack: "",
  subtitle: "",
  audioTrackIndex: undefined,
  subtitleIndex: undefined,
  key: "",
  playMode: "",
  zoom: "",
  details: {},
};

/** A playlist with nothing in it. */
export const emptyPlaylist: Playlist = { size: 0, currentIndex: -1, currentTitle: "", entries: [] };

/** A music queue with nothing in it. */
export const emptyQueue: MusicQueue = {
  envelope: { id: 0, start: 0, count: 0, total: 0 },
  total: 0,
  current: undefined,
  title: "",
  artist: "",
  album: "",
  entries: [],
  pages: [],
};
