import type { PlayerLeaf } from "../topics.ts";
import type { PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

/** The words of the video/state topic that are a state; `unknown` is Home Assistant's own word for having none. */
const videoStates = ["playing", "paused", "idle", "unsupported"];

const seconds = { device_class: "duration", unit_of_measurement: "s" };

function fact(key: string, name: string, leaf: PlayerLeaf, icon: string): PlayerEntity {
  return {
    key,
    platform: "sensor",
    name,
    family: "video",
    icon,
    state: { leaf, template: templates.textState },
  };
}

function rareFact(key: string, name: string, leaf: PlayerLeaf, icon: string): PlayerEntity {
  return { ...fact(key, name, leaf, icon), isDiagnostic: true, isOff: true };
}

/** The entities of a player that plays videos. */
export const videoEntities: readonly PlayerEntity[] = [
  {
    key: "video_state",
    platform: "sensor",
    name: "Video state",
    family: "video",
    icon: "mdi:play-pause",
    state: { leaf: "video/state", template: templates.wordState(videoStates) },
    details: { device_class: "enum", options: videoStates },
  },
  {
    ...fact("video_title", "Video title", "video/title", "mdi:movie-open"),
    attributes: { leaf: "video/title", template: templates.textAttributes("title") },
  },
  {
    key: "video_position",
    platform: "sensor",
    name: "Video position",
    family: "video",
    icon: "mdi:progress-clock",
    state: { leaf: "video/position", template: templates.numberState },
    details: seconds,
  },
  {
    key: "video_duration",
    platform: "sensor",
    name: "Video duration",
    family: "video",
    icon: "mdi:timer-outline",
    state: { leaf: "video/duration", template: templates.numberState },
    details: seconds,
  },
  fact("video_resolution", "Video resolution", "video/resolution", "mdi:monitor-screenshot"),
  fact("audio_track", "Audio track", "video/audio-track", "mdi:account-voice"),
  fact("subtitle", "Subtitle", "video/subtitle", "mdi:subtitles"),
  {
    key: "audio_track_choice",
    platform: "select",
    name: "Audio track choice",
    family: "video",
    icon: "mdi:account-voice",
    film: "audioTracks",
    control: "video/audio-track",
    neededLeaf: "video/audio-track/options",
    state: { leaf: "video/audio-track/name" },
  },
  {
    key: "subtitle_choice",
    platform: "select",
    name: "Subtitle choice",
    family: "video",
    icon: "mdi:subtitles-outline",
    film: "subtitles",
    control: "video/subtitle",
    neededLeaf: "video/subtitle/options",
    state: { leaf: "video/subtitle/name" },
  },
  rareFact("video_frame_rate", "Video frame rate", "video/fps", "mdi:filmstrip"),
  rareFact("video_codec", "Video codec", "video/codec", "mdi:file-video"),
  rareFact("display_output", "Display output", "video/output", "mdi:hdmi-port"),
  rareFact("play_mode", "Play mode", "video/play-mode", "mdi:repeat"),
  rareFact("zoom", "Zoom", "video/zoom", "mdi:magnify"),
  {
    key: "playlist_current",
    platform: "sensor",
    name: "Playlist current entry",
    family: "playlist",
    icon: "mdi:playlist-star",
    state: { leaf: "video/playlist/current", template: templates.textState },
    attributes: { leaf: "video/playlist/current", template: templates.textAttributes("title") },
  },
  {
    key: "playlist_size",
    platform: "sensor",
    name: "Playlist size",
    family: "playlist",
    icon: "mdi:playlist-play",
    state: { leaf: "video/playlist", template: templates.fieldState("size") },
    attributes: { leaf: "video/playlist", template: templates.playlistAttributes },
  },
];
