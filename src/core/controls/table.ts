import type { Support } from "../resources/resource.ts";
import type { KnownPlayer } from "./known-player.ts";
import { selectControl } from "./audio.ts";
import type { Control } from "./control.ts";
import { audioTrackControl, subtitleControl } from "./film-tracks.ts";
import { key } from "./key.ts";
import { musicMode, musicPlayback, musicPosition, musicQueue } from "./music.ts";
import { power, screen } from "./power.ts";
import { videoPlayback, videoPlaylist, videoPosition } from "./video.ts";
import { mute, volumeLevel, volumePercent } from "./volume.ts";

/** Everything that can be set, by its topic. */
export const controls = {
  "audio/input": selectControl("input"),
  "audio/output": selectControl("output"),
  "video/playback": videoPlayback,
  "video/position": videoPosition,
  "video/audio-track": audioTrackControl,
  "video/subtitle": subtitleControl,
  "video/playlist": videoPlaylist,
  "music/playback": musicPlayback,
  "music/position": musicPosition,
  "music/mode": musicMode,
  "music/queue": musicQueue,
  volume: volumePercent,
  "volume/level": volumeLevel,
  mute,
  power,
  screen,
  key,
} satisfies Readonly<Record<string, Control>>;

/** What has to be known of a player to say what can be set. */
type ControlledPlayer = Pick<KnownPlayer, "player" | "resources" | "operations">;

/** One thing that can be set, by its topic; the order is that of the documentation. */
export type ControlName = keyof typeof controls;

/** Everything that can be set. */
export const controlNames = Object.keys(controls) as ControlName[];

/** Whether a player has a control, as far as is known; `off` is one that its owner has not switched on. */
export function controlSupport(session: ControlledPlayer, name: ControlName): Support | "off" {
  const { operations, family, offers }: Control = controls[name];
  const supports = operations.map((operation) => session.operations[operation]?.support ?? "unknown");
  const ofFamily = family && session.resources[family].support;
  // No owner can switch on what the player lacks.
  if (ofFamily === "unsupported") return "unsupported";
  if (supports.every((support) => support === "off")) return "off";
  if (supports.every((support) => support === "off" || support === "unsupported")) return "unsupported";
  if (ofFamily !== undefined) return ofFamily === "supported" ? offers(session) : ofFamily;
  return supports.includes("supported") ? "supported" : "unknown";
}

/** The same of every control. */
export function controlSupports(session: KnownPlayer): Record<string, Support | "off"> {
  return Object.fromEntries(controlNames.map((name) => [name, controlSupport(session, name)]));
}
