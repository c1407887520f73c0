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

/** A video player with old firmware that is careless about types. */
export const oldPreset: Preset = {
  ...videoPreset,
  identity: { name: "Cellar Player", model: "SIM-V2", mac: "02:5e:11:00:00:03", firmware: "v0.9.61" },
  dialect: {
    contentType: "text/plain",
    byteOrderMark: true,
    playlistField: "playList",
    swapsNumbersAndText: true,
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
      output("HDMI", "HDMI", "HDMI", "PCM", "192000", 0, { enableAs: "number" }),
      output("RCA", "RCA", "RCA", "PCM", "", 0, { enableAs: "text" }),
      output("USB", "USB", "USB", "", "", 0, { enabled: false, enableAs: "number" }),
    ],
    inputIndex: 0,
    outputIndex: 1,
  },
};
