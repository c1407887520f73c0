import type { PlayerView } from "../src/extensions/page/wire.ts";

/** What a view of a player gets. While the page has lost the bridge, nothing is live. */
export interface LiveProps {
  readonly player: PlayerView;
  readonly isLive: boolean;
}

export interface ReachableProps {
  readonly player: PlayerView;
  readonly isReachable: boolean;
}

/** Whether a player has a control, as far as known: what was not tried yet may work. */
export function can({ controls }: Pick<PlayerView, "controls">, control: string): boolean {
  const support = controls.support[control];
  return support === "supported" || support === "unknown";
}

export function filmOf({ video }: Pick<PlayerView, "video">): PlayerView["video"] {
  return video !== null && video.state !== "idle" && video.title !== "" ? video : null;
}

/** The music that plays, is paused, or comes next, if any; beside a film only what is heard or paused. */
export function musicOf(player: Pick<PlayerView, "music" | "video">): PlayerView["music"] {
  const { music } = player;
  if (music === null || music.title === "") return null;
  const isActive = music.state === "playing" || music.state === "paused";
  return isActive || filmOf(player) === null ? music : null;
}
