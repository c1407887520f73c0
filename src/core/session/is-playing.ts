import type { PlayerState } from "../resources/player.ts";
import type { ResourceName } from "../resources/resource.ts";

/** Whether something can be seen or heard: then the player is watched at full pace, however little changes. */
export function isPlaying({ video, state }: PlayerState): boolean {
  return video?.state === "playing" || state?.playing === "playing";
}

/**
 * Whether this is the music while a film plays, or the film while music plays: a player does one thing at a time, so the
 * other is not asked as often. A demonstration may do both.
 */
export function isOutplayed({ video, state }: PlayerState, name: ResourceName): boolean {
  const isFilm = video?.state === "playing";
  const isMusic = state?.playing === "playing";
  return (name === "video" && isMusic && !isFilm) || (name === "state" && isFilm && !isMusic);
}
