import { input, output, type Preset } from "../preset.ts";
import { videoPreset } from "./video.ts";

const fieldsOfLaterFirmware = [
  "historyName",
  "isEdit",
  "infolist",
  "option",
  "selecticon",
  "3D",
  "audio",
  "subtitle",
  "output",
  "fps",
  "filesize",
  "totalDuration",
  "canAddPlaylist",
  "analyzed",
  "channels_second",
  "cueindex",
  "MQAReplayGain",
];

/** A video player with old firmware: fewer operations and fields, and under its maker's prefix only. */
export const oldPreset: Preset = {
  ...videoPreset,
  identity: { name: "Cellar Player", model: "SIM-V2", mac: "02:5e:11:00:00:03", firmware: "v0.9.61" },
  groups: ["music", "video", "control", "settings"],
  answersWithoutPrefix: false,
  dialect: {
    contentType: "text/plain",
    byteOrderMark: false,
    playlistField: "playList",
    swapsNumbersAndText: false,
    unknownFields: new Set(fieldsOfLaterFirmware),
  },
  // Older than the operations of the music group.
  lacks: [
    "getState",
    "getPowerOption",
    "setPowerOption",
    "setLoopMode",
    "getAudioList",
    "setAudio",
    "getAggregationOfFile",
    "getZoomList",
    "setZoom",
    "getPlayModeList",
    "setPlayMode",
    "getApps",
    "openApp",
  ],
  queueSize: 5,
  films: videoPreset.films.map((film, index) => (index === 0 ? { ...film, title: "2031" } : film)),
  routing: {
    inputs: [input("XMOS", "Player"), input("RCA0", "Line")],
    outputs: [
      output("HDMI", "HDMI", "HDMI", "PCM", "192000", 0),
      output("RCA", "RCA", "RCA", "PCM", "", 0),
      output("USB", "USB", "USB", "", "", 0, { enabled: false }),
    ],
    inputIndex: 0,
    outputIndex: 1,
  },
};

/** The same firmware, careless about types and with a byte order mark: owners tell of it, no capture shows it. */
export const loosePreset: Preset = {
  ...oldPreset,
  identity: { name: "Barn Player", model: "SIM-V2", mac: "02:5e:11:00:00:09", firmware: "v0.9.58" },
  dialect: { ...oldPreset.dialect, byteOrderMark: true, swapsNumbersAndText: true },
  routing: {
    ...oldPreset.routing,
    outputs: oldPreset.routing.outputs.map((one, index) => ({
      ...one,
      enableAs: index % 2 === 0 ? "number" : "text",
    })),
  },
};
