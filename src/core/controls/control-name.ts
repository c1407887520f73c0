/** Everything about a player that can be set, by the topic that it is set on; the order is that of the documentation. */
export const controlNames = [
  "audio/input",
  "audio/output",
  "video/playback",
  "video/position",
  "video/audio-track",
  "video/subtitle",
  "video/playlist",
  "music/playback",
  "music/position",
  "music/mode",
  "music/queue",
  "volume",
  "volume/level",
  "mute",
  "power",
  "screen",
  "key",
] as const;

/** One thing that can be set. */
export type ControlName = (typeof controlNames)[number];
