import { percentOf } from "../controls/volume.ts";
import { heardTrack } from "../resources/heard-track.ts";
import type { MusicQueue, MusicState, PowerOption } from "../resources/player.ts";
import type { Leaves } from "./render.ts";
import { numberText, unread } from "./render-resources.ts";
import type { Availability, ShownPosition, Support } from "../session/session.ts";
import type { PlayerLeaf } from "./topics.ts";

const stateLeaves = [
  "music/state",
  "music/source",
  "music/position",
  "music/duration",
  "music/mode",
  "music/track",
  "music/picture",
  "volume",
  "volume/level",
  "volume/range",
  "mute",
] as const;

const songLeaves = ["music/title", "music/artist", "music/album"] as const;

/** Every topic of what can be heard, and of the power. */
export const heardLeaves: readonly PlayerLeaf[] = [...stateLeaves, ...songLeaves, "power", "power/options"];

/** The topics of what can be heard, and how loud. */
export function renderState(
  state: MusicState | undefined,
  support: Support,
  shown: ShownPosition | undefined,
): Leaves {
  if (state === undefined) return unread(support, stateLeaves);
  const { playing, source, durationSeconds, mode, volume, isMuted } = state;
  const track = heardTrack(state);
  return new Map<PlayerLeaf, string>([
    ["music/state", playing],
    ["music/source", source],
    ["music/position", numberText(shown?.seconds)],
    ["music/duration", numberText(durationSeconds)],
    ["music/mode", mode ?? ""],
    ["music/track", track === undefined ? "" : JSON.stringify(track.details)],
    ["music/picture", track?.picture ?? ""],
    ["volume", volume === undefined ? "" : String(percentOf(volume))],
    ["volume/level", numberText(volume?.level)],
    ["volume/range", volume === undefined ? "" : JSON.stringify({ min: volume.least, max: volume.most })],
    ["mute", isMuted === undefined ? "" : isMuted ? "on" : "off"],
  ]);
}

/** What can be heard in words. The entry of the queue says it only while nothing else plays: it goes stale then. */
export function renderSong(
  state: MusicState | undefined,
  queue: MusicQueue | undefined,
  queueSupport: Support,
): Leaves {
  const heard = state && heardTrack(state);
  const isElsewhere = state !== undefined && (state.source === "bluetooth" || state.source === "network");
  const song = heard ?? (isElsewhere && state.playing !== "idle" ? state.track : queue);
  if (song === undefined) return unread(queueSupport, songLeaves);
  return new Map<PlayerLeaf, string>([
    ["music/title", song.title],
    ["music/artist", song.artist],
    ["music/album", song.album],
  ]);
}

/** Whether the player is on: one that is off, asleep or unplugged cannot be told apart, it does not answer. */
export function renderPower(
  options: readonly PowerOption[] | undefined,
  support: Support,
  availability: Availability,
): Leaves {
  if (options === undefined) return unread(support, ["power", "power/options"]);
  return new Map<PlayerLeaf, string>([
    ["power", availability === "offline" ? "off" : "on"],
    ["power/options", JSON.stringify(options)],
  ]);
}
