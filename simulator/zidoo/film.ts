import type { Playable } from "./play-queue.ts";

/** A shelf of the film library. */
export type Shelf = "favourite" | "watching" | "recent" | "unwatched";

export interface Film extends Playable {
  readonly title: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly codec: string;
  readonly fileSize: string;
  readonly bitrate: string;
  readonly output: string;
  readonly subtitles: readonly string[];
  /** Counts from 1; 0 is off. */
  readonly subtitle: number;
  readonly audioTracks: readonly string[];
  /** Counts from 0, unlike the subtitle. */
  readonly audioTrack: number;
  /** The library's entry; undefined if it does not know the film. */
  readonly library?: { readonly id: string; readonly answer: object };
  /** The shelves of the library that it stands on. */
  readonly shelves?: readonly Shelf[];
  /** Where chapters begin, in milliseconds. */
  readonly chaptersMs: readonly number[];
  readonly stereo: { readonly index: number; readonly information: string; readonly isMvc3D: boolean };
}
