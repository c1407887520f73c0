import type { PlayerState } from "./player.ts";

/** Whether something can be seen or heard: then the player is watched at full pace, however little changes. */
export function isPlaying({ video, state }: PlayerState): boolean {
  return video?.state === "playing" || state?.playing === "playing";
}
