import type { Playable } from "./play-queue.ts";

export interface Track extends Playable {
  readonly id: number;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly albumId: number;
  readonly number: number;
  readonly extension: string;
  readonly uri: string;
  readonly sampleRateHz: number;
  readonly bits: number;
  readonly bitsPerSecond: number;
  readonly sizeBytes: number;
  readonly favorite: boolean;
  readonly addedAtMs: number;
  readonly lastPlayedAtMs: number;
  /** Greater than a double can hold exactly, as real players send it. */
  readonly hashcode: bigint;
}
