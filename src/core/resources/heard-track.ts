import type { MusicState, Track } from "./player.ts";

/** The track that is played, if there is one: a player that has stopped still tells the last. */
export function heardTrack({ playing, track }: MusicState): Track | undefined {
  return playing === "idle" || track.key === "" ? undefined : track;
}
