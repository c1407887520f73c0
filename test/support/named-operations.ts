import type { ControlName } from "../../src/core/controls/table.ts";
import type { operations } from "../../src/families/zidoo/operations.ts";
import type { OperationName } from "../../simulator/zidoo/operations.ts";
import type { PresetName } from "../../simulator/zidoo/presets.ts";

/** An operation for which the specification gives only the name, and a way to try it. */
export interface NamedOperation {
  readonly name: string;
  /** Our operation for it; the packet that wakes a player has no path. */
  readonly by: keyof typeof operations | "wake";
  /** The command to try it, with a preparation if needed; undefined for an operation that only reads. */
  readonly sets: readonly (readonly [control: ControlName, value: string])[];
  /** The request that the simulated player receives. */
  readonly asks: OperationName;
  readonly says: readonly [topic: string, wanted: RegExp];
  readonly preset: PresetName;
}

const tried =
  (preset: PresetName) =>
  (
    name: string,
    by: NamedOperation["by"],
    commands: readonly `${ControlName} ${string}`[],
    asks: OperationName,
    ...says: NamedOperation["says"]
  ): NamedOperation => {
    const sets = commands.map((command) => command.split(" ") as [ControlName, string]);
    return { name, by, sets, asks, says, preset };
  };
const [audio, video] = [tried("audio"), tried("video")];

/** Every name in the specification's list, in order, except the impossible ones. */
export const namedOperations: readonly NamedOperation[] = [
  video("send key", "sendKey", ["key Up"], "sendkey", "result", /"applied"/),
  audio("wake device over wired network", "wake", ["power off", "power on"], "getModel", "power", /^on$/),
  audio("get power control", "power", [], "getPowerOption", "power/options", /"value":"off"/),
  audio("control device power", "setPower", ["power standby"], "setPowerOption", "power", /^off$/),
  audio("get the current music track", "state", [], "getState", "music/track", /"title":"Amber Ferry"/),
  audio(
    "play a queue entry",
    "playQueueEntry",
    ["music/queue 3"],
    "playQueueMusic",
    "music/queue",
    /"current":3/,
  ),
  audio("next track", "nextTrack", ["music/playback next"], "playNext", "music/queue", /"current":1/),
  audio(
    "previous track",
    "previousTrack",
    ["music/playback next", "music/playback previous"],
    "playLast",
    "music/queue",
    /"current":0/,
  ),
  audio(
    "play or pause music",
    "toggleMusic",
    ["music/playback pause"],
    "playOrPause",
    "music/state",
    /^paused$/,
  ),
  audio(
    "seek music",
    "seekMusic",
    ["music/playback pause", "music/position 77"],
    "seekMusic",
    "music/position",
    /^77$/,
  ),
  audio("music play mode", "setMusicMode", ["music/mode shuffle"], "setLoopMode", "music/mode", /^shuffle$/),
  video(
    "get subtitle list",
    "subtitles",
    [],
    "getSubtitleList",
    "video/subtitle/options",
    /English {2}Internal PGS/,
  ),
  video("set subtitle", "setSubtitle", ["video/subtitle 2"], "setSubtitle", "video/subtitle", /^Íslenska/),
  video(
    "get audio track list",
    "audioTracks",
    [],
    "getAudioList",
    "video/audio-track/options",
    /English TrueHD/,
  ),
  video(
    "set audio track",
    "setAudioTrack",
    ["video/audio-track 1"],
    "setAudio",
    "video/audio-track",
    /^Íslenska AC3/,
  ),
  video(
    "play a playlist entry",
    "playPlaylistEntry",
    ["video/playlist 2"],
    "playVideo",
    "video/playlist/current",
    /^Paper Comets in 3D$/,
  ),
  video(
    "video seek",
    "seekVideo",
    ["video/playback pause", "video/position 90"],
    "seekVideo",
    "video/position",
    /^90$/,
  ),
  video(
    "switch chapter",
    "switchChapter",
    ["video/playback pause", "video/playback next-chapter"],
    "changevideo",
    "video/position",
    /^60$/,
  ),
  video(
    "previous/next video",
    "switchVideo",
    ["video/playback next"],
    "changevideo",
    "video/title",
    /^Moss, Slowly — a documentary$/,
  ),
  video(
    "play/pause video",
    "setVideoState",
    ["video/playback pause"],
    "changeStatus",
    "video/state",
    /^paused$/,
  ),
  video("stop video", "setVideoState", ["video/playback stop"], "changeStatus", "video/state", /^idle$/),
  video("get video playback progress", "video", [], "getPlayStatus", "video/position", /^\d+$/),
];

/** The impossible ones; the document explains why. */
export const unusedOperations = ["documentation"] as const;
