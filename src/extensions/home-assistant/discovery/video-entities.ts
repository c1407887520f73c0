import { watchedKinds } from "../../../core/history/history.ts";
import { videoRanges } from "../../../core/resources/video.ts";
import type { FilmList } from "../../../core/resources/film-tracks.ts";
import type { PlayerLeaf } from "../../../core/topics/topics.ts";
import { entity, text } from "./entity-kinds.ts";
import type { PlayerEntity } from "./entity.ts";
import { playButton, playState, playTimes, seekNumber } from "./playing-entities.ts";
import * as templates from "./templates.ts";

const knownRanges = videoRanges.filter((range) => range !== "unknown");

function rareFact(key: string, name: string, leaf: PlayerLeaf, icon: string): PlayerEntity {
  return { ...text("video", key, name, icon, leaf), isDiagnostic: true, isDisabledByDefault: true };
}

/** Selects an entry of a film list; unavailable while the list is empty. */
function choice(
  key: string,
  name: string,
  icon: string,
  film: FilmList,
  control: "video/audio-track" | "video/subtitle",
): PlayerEntity {
  return {
    ...entity("select", "video", key, name, icon),
    film,
    control,
    neededLeaf: `${control}/options`,
    state: { leaf: `${control}/name` },
  };
}

/** Selects what the player does with any film; its titles are in the owner's language. */
function mode(
  key: string,
  name: string,
  icon: string,
  list: "zooms" | "playModes",
  control: "video/zoom" | "video/play-mode",
): PlayerEntity {
  return {
    ...entity("select", list, key, name, icon),
    isConfiguration: true,
    isDisabledByDefault: true,
    list,
    control,
    state: { leaf: `${control}/name` },
  };
}

export const videoEntities: readonly PlayerEntity[] = [
  playState("video", "mdi:play-pause", ["playing", "paused", "idle", "unsupported"]),
  {
    ...text("video", "video_title", "Video title", "mdi:movie-open", "video/title"),
    attributes: { leaf: "video/title", template: templates.textAttributes("title") },
  },
  ...playTimes("video"),
  text("video", "video_resolution", "Video resolution", "mdi:monitor-screenshot", "video/resolution"),
  // The selections in the player's own words.
  {
    ...text("video", "audio_track", "Audio track details", "mdi:account-voice", "video/audio-track"),
    isDiagnostic: true,
  },
  { ...text("video", "subtitle", "Subtitle details", "mdi:subtitles", "video/subtitle"), isDiagnostic: true },
  choice("audio_track_choice", "Audio track", "mdi:account-voice", "audioTracks", "video/audio-track"),
  choice("subtitle_choice", "Subtitle", "mdi:subtitles-outline", "subtitles", "video/subtitle"),
  {
    ...entity("image", "filmArt", "video_picture", "Video poster"),
    picture: "poster",
  },
  {
    ...entity("image", "filmArt", "video_backdrop", "Video backdrop"),
    isDisabledByDefault: true,
    picture: "backdrop",
  },
  mode("zoom_choice", "Video zoom", "mdi:magnify", "zooms", "video/zoom"),
  mode("play_mode_choice", "Video play mode", "mdi:repeat", "playModes", "video/play-mode"),
  rareFact("video_frame_rate", "Video frame rate", "video/fps", "mdi:filmstrip"),
  rareFact("video_codec", "Video codec", "video/codec", "mdi:file-video"),
  rareFact("display_output", "Display output", "video/output", "mdi:hdmi-port"),
  {
    ...entity("sensor", "video", "dynamic_range", "Dynamic range", "mdi:hdr"),
    // `unknown` is not listed, since it means no state to Home Assistant.
    state: { leaf: "video/range", template: templates.wordState(knownRanges) },
    details: { device_class: "enum", options: knownRanges },
  },
  {
    ...entity("event", "video", "watched", "Watched", "mdi:movie-check"),
    state: { leaf: "watched", template: templates.watchedEvent },
    details: { event_types: watchedKinds },
  },
  rareFact("play_mode", "Play mode", "video/play-mode", "mdi:repeat"),
  rareFact("zoom", "Zoom", "video/zoom", "mdi:magnify"),
  {
    ...text(
      "playlist",
      "playlist_current",
      "Playlist current entry",
      "mdi:playlist-star",
      "video/playlist/current",
    ),
    attributes: { leaf: "video/playlist/current", template: templates.textAttributes("title") },
  },
  {
    ...entity("sensor", "playlist", "playlist_size", "Playlist size", "mdi:playlist-play"),
    state: { leaf: "video/playlist", template: templates.fieldState("size") },
    attributes: { leaf: "video/playlist", template: templates.playlistAttributes },
    details: { state_class: "measurement" },
  },
];

export const videoControlEntities: readonly PlayerEntity[] = [
  playButton("video", "video_play", "Video play", "mdi:play", "play"),
  playButton("video", "video_pause", "Video pause", "mdi:pause", "pause"),
  playButton("video", "video_stop", "Video stop", "mdi:stop", "stop"),
  playButton("video", "video_next", "Next video", "mdi:skip-next", "next"),
  playButton("video", "video_previous", "Previous video", "mdi:skip-previous", "previous"),
  playButton("video", "chapter_next", "Next chapter", "mdi:page-next", "next-chapter"),
  playButton("video", "chapter_previous", "Previous chapter", "mdi:page-previous", "previous-chapter"),
  seekNumber("video"),
];
