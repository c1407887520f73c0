import type { PlayerState, ResourceName } from "../resources/player.ts";

/** Whether something can be seen or heard: then the player is watched at full pace, however little changes. */
export function isPlaying({ video, music }: PlayerState): boolean {
  return video?.state === "playing" || music?.playing === "playing";
}

/**
 * Whether this is the music while a film plays, or the film while music plays: a player does one thing at a time, so the
 * other is not asked as often. A demonstration may do both.
 */
export function isOutplayed({ video, music }: PlayerState, name: ResourceName): boolean {
  const isFilm = video?.state === "playing";
  const isMusic = music?.playing === "playing";
  return (name === "video" && isMusic && !isFilm) || (name === "music" && isFilm && !isMusic);
}
