import type { ControlName } from "../../src/core/controls/table.ts";
import type { operations } from "../../src/families/zidoo/operations.ts";
import type { OperationName } from "../../src/tools/simulator/zidoo/operations.ts";
import type { PresetName } from "../../src/tools/simulator/zidoo/presets.ts";

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

/** Every name in the specification's list, in order, except the impossible ones. */
export const namedOperations: readonly NamedOperation[] = [
  {
    name: "send key",
    by: "sendKey",
    sets: [["key", "Up"]],
    asks: "sendkey",
    says: ["result", /"applied"/],
    preset: "video",
  },
  {
    name: "wake device over wired network",
    by: "wake",
    sets: [
      ["power", "off"],
      ["power", "on"],
    ],
    asks: "getModel",
    says: ["power", /^on$/],
    preset: "audio",
  },
  {
    name: "get power control",
    by: "power",
    sets: [],
    asks: "getPowerOption",
    says: ["power/options", /"tag":"poweroff"/],
    preset: "audio",
  },
  {
    name: "control device power",
    by: "setPower",
    sets: [["power", "standby"]],
    asks: "setPowerOption",
    says: ["power", /^off$/],
    preset: "audio",
  },
  {
    name: "get the current music track",
    by: "state",
    sets: [],
    asks: "getState",
    says: ["music/track", /"title":"Amber Ferry"/],
    preset: "audio",
  },
  {
    name: "play a queue entry",
    by: "playQueueEntry",
    sets: [["music/queue", "3"]],
    asks: "playQueueMusic",
    says: ["music/queue", /"current":3/],
    preset: "audio",
  },
  {
    name: "next track",
    by: "nextTrack",
    sets: [["music/playback", "next"]],
    asks: "playNext",
    says: ["music/queue", /"current":1/],
    preset: "audio",
  },
  {
    name: "previous track",
    by: "previousTrack",
    sets: [
      ["music/playback", "next"],
      ["music/playback", "previous"],
    ],
    asks: "playLast",
    says: ["music/queue", /"current":0/],
    preset: "audio",
  },
  {
    name: "play or pause music",
    by: "toggleMusic",
    sets: [["music/playback", "pause"]],
    asks: "playOrPause",
    says: ["music/state", /^paused$/],
    preset: "audio",
  },
  {
    name: "seek music",
    by: "seekMusic",
    sets: [
      ["music/playback", "pause"],
      ["music/position", "77"],
    ],
    asks: "seekMusic",
    says: ["music/position", /^77$/],
    preset: "audio",
  },
  {
    name: "music play mode",
    by: "setMusicMode",
    sets: [["music/mode", "shuffle"]],
    asks: "setLoopMode",
    says: ["music/mode", /^shuffle$/],
    preset: "audio",
  },
  {
    name: "get subtitle list",
    by: "subtitles",
    sets: [],
    asks: "getSubtitleList",
    says: ["video/subtitle/options", /English {2}Internal PGS/],
    preset: "video",
  },
  {
    name: "set subtitle",
    by: "setSubtitle",
    sets: [["video/subtitle", "2"]],
    asks: "setSubtitle",
    says: ["video/subtitle", /^Íslenska/],
    preset: "video",
  },
  {
    name: "get audio track list",
    by: "audioTracks",
    sets: [],
    asks: "getAudioList",
    says: ["video/audio-track/options", /English TrueHD/],
    preset: "video",
  },
  {
    name: "set audio track",
    by: "setAudioTrack",
    sets: [["video/audio-track", "1"]],
    asks: "setAudio",
    says: ["video/audio-track", /^Íslenska AC3/],
    preset: "video",
  },
  {
    name: "play a playlist entry",
    by: "playPlaylistEntry",
    sets: [["video/playlist", "2"]],
    asks: "playVideo",
    says: ["video/playlist/current", /^Paper Comets in 3D$/],
    preset: "video",
  },
  {
    name: "video seek",
    by: "seekVideo",
    sets: [
      ["video/playback", "pause"],
      ["video/position", "90"],
    ],
    asks: "seekVideo",
    says: ["video/position", /^90$/],
    preset: "video",
  },
  {
    name: "switch chapter",
    by: "switchChapter",
    sets: [
      ["video/playback", "pause"],
      ["video/playback", "next-chapter"],
    ],
    asks: "changevideo",
    says: ["video/position", /^60$/],
    preset: "video",
  },
  {
    name: "previous/next video",
    by: "switchVideo",
    sets: [["video/playback", "next"]],
    asks: "changevideo",
    says: ["video/title", /^Moss, Slowly — a documentary$/],
    preset: "video",
  },
  {
    name: "play/pause video",
    by: "setVideoState",
    sets: [["video/playback", "pause"]],
    asks: "changeStatus",
    says: ["video/state", /^paused$/],
    preset: "video",
  },
  {
    name: "stop video",
    by: "setVideoState",
    sets: [["video/playback", "stop"]],
    asks: "changeStatus",
    says: ["video/state", /^idle$/],
    preset: "video",
  },
  {
    name: "get video playback progress",
    by: "video",
    sets: [],
    asks: "getPlayStatus",
    says: ["video/position", /^\d+$/],
    preset: "video",
  },
];

/** The impossible ones; the document explains why. */
export const unusedOperations = ["documentation"] as const;
