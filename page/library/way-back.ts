import type { PlayerView } from "../../src/extensions/page/wire.ts";
import type { RowsView } from "../../src/extensions/page/response-views.ts";
import { secondsAt } from "../now/playhead.ts";
import { can, filmOf, musicOf } from "../player.ts";
import { text } from "../values.ts";

export interface Step {
  readonly command: string;
  readonly request: string;
}

/** Something to play, with the title that people know it by. */
export interface Wanted extends Step {
  readonly title: string;
  /** Whether it takes the place of the queue. */
  readonly isReplacing: boolean;
  /** Whether it can be added to the queue as well. */
  readonly isAddable: boolean;
}

/** The most tracks of one command. */
export const mostTracks = 50;

/**
 * The commands that bring back the queue as it is now, and what plays of it; undefined if they cannot: the queue is too long for one
 * command, has tracks of a service, or something else plays.
 */
export function wayBack(
  player: Pick<PlayerView, "topics" | "lists" | "positions">,
  { rows, total }: RowsView,
  now: number,
): readonly Step[] | undefined {
  const ids = rows.slice(0, total).flatMap(({ track }) => track ?? []);
  const music = musicOf(player);
  const isElsewhere = music !== null && music.state !== "idle" && text(player, "music/source") !== "internal";
  if (ids.length < total || total > mostTracks || isElsewhere || filmOf(player) !== null) return undefined;
  const current = Math.max(0, player.lists.queue.current);
  // Without a way to the current entry it comes first, and those before it last.
  const isReachable = current === 0 || can(player, "music/queue");
  const order = isReachable ? ids : [...ids.slice(current), ...ids.slice(0, current)];
  const { music: position } = player.positions;
  const isPlaying = music?.state === "playing";
  const seconds =
    position === null ? 0 : secondsAt({ position, durationSeconds: undefined, isMoving: isPlaying }, now);
  return [
    { command: "library/play", request: `track ${order.join(",")}` },
    ...stepIf(isReachable && current > 0, "music/queue", String(current)),
    ...stepIf(seconds >= 1 && can(player, "music/position"), "music/position", String(Math.floor(seconds))),
    ...stepIf(!isPlaying, "music/playback", "pause"),
  ];
}

function stepIf(isNeeded: boolean, command: string, request: string): readonly Step[] {
  return isNeeded ? [{ command, request }] : [];
}
