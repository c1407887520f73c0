import type { ControlName } from "./control-name.ts";
import { selectControl } from "./audio.ts";
import type { Control } from "./control.ts";
import { audioTrackControl, subtitleControl } from "./film-tracks.ts";
import { key } from "./key.ts";
import { musicMode, musicPlayback, musicPosition, musicQueue } from "./music.ts";
import { power, screen } from "./power.ts";
import { videoPlayback, videoPlaylist, videoPosition } from "./video.ts";
import { mute, volumeLevel, volumePercent } from "./volume.ts";

/** Everything that can be set, by its topic. */
export const controls: Readonly<Record<ControlName, Control>> = {
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
};
