import {
  followPosition,
  handOverMs,
  type LastPlayed,
  type SeenPosition,
  type ShownPosition,
} from "./position.ts";
import { choice, number, object, text } from "./property.ts";
import { polled, quoted, type Resource } from "./resource.ts";

/** The playback state of a video; the words of the video/state topic. */
export type VideoState = "playing" | "paused" | "idle" | "unknown";

/** The video that a player shows. Texts are empty where the player does not report them. */
export interface VideoStatus {
  readonly state: VideoState;
  readonly title: string;
  readonly positionSeconds: number | undefined;
  readonly durationSeconds: number | undefined;
  readonly resolution: string;
  readonly fps: string;
  readonly codec: string;
  readonly output: string;
  readonly audioTrack: string;
  readonly subtitle: string;
  /** Counts from 0; undefined if the player does not report it. */
  readonly audioTrackIndex: number | undefined;
  /** Counts from 1, 0 is off; undefined if the player does not report it. */
  readonly subtitleIndex: number | undefined;
  /** The path of its file; empty where none is reported, or for a stream. */
  readonly path: string;
  /** Distinguishes the film from another one; internal to the bridge. */
  readonly key: string;
  readonly playMode: string;
  readonly zoom: string;
  /** Undefined if the player does not report them. */
  readonly playModeIndex: number | undefined;
  readonly zoomIndex: number | undefined;
  /** The whole status under the device's own names, without currentPosition. As text, since most answers change only that. */
  readonly statusJson: string;
}

export const idleVideo: VideoStatus = {
  state: "idle",
  title: "",
  positionSeconds: undefined,
  durationSeconds: undefined,
  resolution: "",
  fps: "",
  codec: "",
  output: "",
  audioTrack: "",
  subtitle: "",
  audioTrackIndex: undefined,
  subtitleIndex: undefined,
  path: "",
  key: "",
  playMode: "",
  zoom: "",
  playModeIndex: undefined,
  zoomIndex: undefined,
  statusJson: "{}",
};

/** The positions of the film. */
export interface VideoContext {
  readonly memory: {
    readonly lastPlayed: LastPlayed;
    readonly shownPosition: ShownPosition | undefined;
    readonly seenPosition: SeenPosition | undefined;
  };
}

export const videoRanges = ["sdr", "hdr10", "dolby-vision", "unknown"] as const;

type Dependent = "music" | "playlist" | "subtitles" | "audioTracks" | "filmArt" | "zooms" | "playModes";

export const video = {
  title: "video",
  ...polled,
  showsUse: true,
  summary: ({ state, title }) => `${state}${quoted(title)}`,
  empty: idleVideo,
  confirmsEmpty: true,
  topics: {
    "video/state": choice(
      "Video state",
      {
        names: { de: "Videostatus", fr: "État de la vidéo", zh: "视频状态" },
        words: ["playing", "paused", "idle", "unsupported", "unknown"],
        sample: "playing",
        about: "`playing`, `paused`, `idle`, `unsupported`, or `unknown` if the player does not report it",
      },
      ({ state }) => state,
    ),
    "video/title": text(
      "Video title",
      { names: { de: "Videotitel", fr: "Titre de la vidéo", zh: "视频标题" }, sample: "Tides" },
      ({ title }) => title,
    ),
    "video/duration": number(
      "Video duration",
      {
        names: { de: "Videodauer", fr: "Durée de la vidéo", zh: "视频时长" },
        unit: "s",
        sample: "5400",
        about: "seconds; empty while unknown",
      },
      ({ durationSeconds }) => durationSeconds,
    ),
    "video/position": number(
      "Video position",
      {
        names: { de: "Videoposition", fr: "Position de la vidéo", zh: "视频进度" },
        unit: "s",
        sample: "83",
        category: "rare",
        about:
          "seconds; empty if below zero or beyond the duration; during playback at most once per `publish.positionIntervalMs`, at once on pause, seek, stop and a new title",
      },
      (_video, { memory }) => memory.shownPosition?.seconds,
    ),
    "video/resolution": text(
      "Video resolution",
      {
        names: { de: "Videoauflösung", fr: "Résolution de la vidéo", zh: "视频分辨率" },
        sample: "3840x2160",
      },
      ({ resolution }) => resolution,
    ),
    "video/fps": number(
      "Video frame rate",
      {
        names: { de: "Bildrate", fr: "Images par seconde", zh: "视频帧率" },
        unit: "fps",
        sample: "23.976",
        category: "rare",
      },
      ({ fps }) => fps,
    ),
    "video/codec": text(
      "Video codec",
      { names: { de: "Video-Codec", fr: "Codec vidéo", zh: "视频编码" }, sample: "HEVC", category: "rare" },
      ({ codec }) => codec,
    ),
    "video/output": text(
      "Display output",
      {
        names: { de: "Bildausgabe", fr: "Sortie vidéo", zh: "显示输出" },
        sample: "3840x2160P @ 60Hz",
        category: "rare",
      },
      ({ output }) => output,
    ),
    "video/range": choice(
      "Dynamic range",
      {
        names: { de: "Dynamikumfang", fr: "Plage dynamique", zh: "动态范围" },
        words: videoRanges,
        sample: "hdr10",
        about:
          "dynamic range of the output: `sdr`, `hdr10` (HDR10+ and plain HDR, too), `dolby-vision`, or `unknown`; empty without a film",
      },
      ({ state, output }) => (state === "idle" ? "" : rangeOf(output)),
    ),
    "video/audio-track": text(
      "Audio track",
      {
        names: { de: "Tonspur", fr: "Piste audio", zh: "音轨" },
        sample: "English DTS-HD",
        category: "diagnostic",
      },
      ({ audioTrack }) => audioTrack,
    ),
    "video/subtitle": text(
      "Subtitle",
      {
        names: { de: "Untertitel", fr: "Sous-titre", zh: "字幕" },
        sample: "English SRT",
        category: "diagnostic",
        about: "text as reported by the player; empty if subtitles are off",
      },
      ({ subtitle }) => subtitle,
    ),
    "video/play-mode": text(
      "Play mode",
      {
        names: { de: "Wiedergabemodus", fr: "Mode de lecture", zh: "播放模式" },
        sample: "Order",
        category: "rare",
      },
      ({ playMode }) => playMode,
    ),
    "video/zoom": text(
      "Zoom",
      { names: { de: "Zoom", fr: "Zoom", zh: "画面缩放" }, sample: "Original", category: "rare" },
      ({ zoom }) => zoom,
    ),
    "video/status": object(
      "Video status",
      {
        sample: '{"title":"Tides"}',
        category: "rare",
        about:
          "JSON: the whole status under the player's own names (`formt` included), without `currentPosition`",
      },
      ({ statusJson }) => statusJson,
    ),
  },
  unpublished: ["positionSeconds"],
  dependsOn: ["memory.shownPosition"],
  ifUnsupported: { "video/state": "unsupported" },
  ifConfused: (before = idleVideo) => (before.state === "unknown" ? before : { ...before, state: "unknown" }),
  changed: (change, { memory }) => {
    const { before, after, now } = change;
    const positions = { shown: memory.shownPosition, seen: memory.seenPosition };
    const { shown, seen } = followPosition(positions, change, playheadOf);
    return {
      due: [...musicDue(before, after, now), ...filmDue(before, after, now)],
      memory: {
        shownPosition: shown,
        seenPosition: seen,
        lastPlayed: after.state === "playing" ? "video" : memory.lastPlayed,
      },
    };
  },
} satisfies Resource<VideoStatus, VideoContext, Dependent>;

/** The dynamic range in a text such as `3840x2160P @ 60Hz  RGB  8 Bits   DV(TV-LED)`; HDR10+ is HDR10 with more. */
function rangeOf(output: string): (typeof videoRanges)[number] {
  if (/\b(?:DV|DoVi|Dolby ?Vision)\b/i.test(output)) return "dolby-vision";
  if (/\bHDR10(?:\+|\b)|\bHDR(?![\w ]*vivid)\b/i.test(output)) return "hdr10";
  return /\bSDR\b/i.test(output) ? "sdr" : "unknown";
}

function playheadOf({ state, title, positionSeconds }: VideoStatus) {
  return { isPlaying: state === "playing", key: title, positionSeconds };
}

/** When a film begins or ends, music often stops or starts, maybe a moment later. */
function musicDue(before: VideoStatus | undefined, after: VideoStatus, now: number): ["music", number][] {
  if (before === undefined || before.state === after.state) return [];
  return [
    ["music", now],
    ["music", now + handOverMs],
  ];
}

/** Another film has other subtitles and audio tracks, and another place in the playlist. */
function filmDue(
  before: VideoStatus | undefined,
  after: VideoStatus,
  now: number,
): (readonly [Dependent, number])[] {
  if (before?.key === after.key) return [];
  // Without a film there are no tracks to choose from.
  const tracksAt = after.state === "idle" ? Number.POSITIVE_INFINITY : now;
  const lists = ["subtitles", "audioTracks", "filmArt", "zooms", "playModes"] as const;
  const tracks = lists.map((list) => [list, tracksAt] as const);
  // The playlist comes last: the others show whether it may only not be there yet.
  return before === undefined ? tracks : [...tracks, ["playlist", now + 1]];
}
