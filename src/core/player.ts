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
