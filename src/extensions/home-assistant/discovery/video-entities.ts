import { watchedKinds } from "../../../core/history/history.ts";
import { videoRanges } from "../../../core/resources/video.ts";
import type { FilmList } from "../../../core/resources/film-tracks.ts";
import { entity, listSelect, sensor, titleSensor } from "./entity-kinds.ts";
import type { PlayerEntity } from "./entity.ts";
import { playButton, playState, playTimes, seekNumber } from "./playing-entities.ts";
import * as templates from "./templates.ts";

const knownRanges = videoRanges.filter((range) => range !== "unknown");

/** Selects an entry of a film list; unavailable while the list is empty. */
function choice(
  key: string,
  icon: string,
  film: FilmList,
  control: "video/audio-track" | "video/subtitle",
): PlayerEntity {
  return {
    ...entity("select", "video", key, icon),
    film,
    control,
    neededLeaf: `${control}/options`,
    state: { leaf: `${control}/name` },
  };
}

export const videoEntities: readonly PlayerEntity[] = [
  playState("video", "mdi:play-pause", ["playing", "paused", "idle", "unsupported"]),
  titleSensor("video", "video_title", "mdi:movie-open", "video/title"),
  ...playTimes("video"),
  choice("audio_track_choice", "mdi:account-voice", "audioTracks", "video/audio-track"),
  choice("subtitle_choice", "mdi:subtitles-outline", "subtitles", "video/subtitle"),
  // The media player has it, too.
  {
    ...entity("image", "filmArt", "video_picture"),
    name: "Video poster",
    isDisabledByDefault: true,
    picture: "poster",
  },
  { ...entity("image", "filmArt", "video_backdrop"), isDisabledByDefault: true, picture: "backdrop" },
  // What the player does with any film; the titles are in the owner's language.
  {
    ...listSelect("zooms", "zoom_choice", "mdi:magnify", "video/zoom", "video/zoom/name"),
    name: "Video zoom",
  },
  {
    ...listSelect("playModes", "play_mode_choice", "mdi:repeat", "video/play-mode", "video/play-mode/name"),
    name: "Video play mode",
  },
  {
    ...sensor("video", "video_frame_rate", "mdi:filmstrip", "video/fps"),
    isDiagnostic: true,
    isDisabledByDefault: true,
  },
  {
    // `unknown` is not listed, since it means no state to Home Assistant.
    ...sensor("video", "dynamic_range", "mdi:hdr", "video/range", templates.wordState(knownRanges)),
    details: { device_class: "enum", options: knownRanges },
  },
  {
    ...entity("event", "video", "watched", "mdi:movie-check"),
    state: { leaf: "watched", template: templates.watchedEvent },
    details: { event_types: watchedKinds },
  },
  {
    ...titleSensor("playlist", "playlist_current", "mdi:playlist-star", "video/playlist/current"),
    isDisabledByDefault: true,
  },
  {
    ...sensor(
      "playlist",
      "playlist_size",
      "mdi:playlist-play",
      "video/playlist",
      templates.fieldState("size"),
    ),
    name: "Playlist size",
    attributes: { leaf: "video/playlist", template: templates.playlistAttributes },
    details: { state_class: "measurement" },
  },
];

export const videoControlEntities: readonly PlayerEntity[] = [
  playButton("video", "video_play", "mdi:play", "play"),
  playButton("video", "video_pause", "mdi:pause", "pause"),
  playButton("video", "video_stop", "mdi:stop", "stop"),
  { ...playButton("video", "video_next", "mdi:skip-next", "next"), name: "Next video" },
  { ...playButton("video", "video_previous", "mdi:skip-previous", "previous"), name: "Previous video" },
  { ...playButton("video", "chapter_next", "mdi:page-next", "next-chapter"), name: "Next chapter" },
  {
    ...playButton("video", "chapter_previous", "mdi:page-previous", "previous-chapter"),
    name: "Previous chapter",
  },
  seekNumber("video", "Video seek"),
];
