import { input, output, type Preset } from "./preset.ts";
import { audioPreset } from "./presets/audio.ts";
import { loosePreset, oldPreset } from "./presets/old.ts";
import { videoPreset } from "./presets/video.ts";

/** A player with ambiguous names: two inputs and two outputs look alike, and no input is current. */
const twinsPreset: Preset = {
  ...videoPreset,
  identity: { name: "Workshop Player", model: "SIM-V6", mac: "02:5e:11:00:00:04", firmware: "v2.1.0" },
  queueSize: 6,
  routing: {
    inputs: [
      input("XMOS", "Built-in player"),
      input("SPDIF", "Digital in"),
      input("SPDIF1", "Digital in"),
      input("RCA", "Line in", "Cassette deck"),
    ],
    outputs: [
      output("RCA", "Line out", "Line output 1", "PCM", "192000 Hz", 1),
      output("XLR", "Line out", "Line output 2", "PCM", "384000 Hz", 2),
      output("SPDIF", "Optical", "SPDIF output", "PCM", "96000 Hz", 3),
    ],
    inputIndex: -1,
    outputIndex: 1,
  },
};

const idlePreset: Preset = {
  ...videoPreset,
  identity: { name: "Guest Room Player", model: "SIM-V9", mac: "02:5e:11:00:00:05", firmware: "v2.4.18" },
  starts: "stopped",
  queueSize: 0,
  films: [],
};

/** Another audio-only model: its screen has another range, and its setters other names. */
const studioPreset: Preset = {
  ...audioPreset,
  identity: { name: "Studio Streamer", model: "SIM-A8", mac: "02:5e:11:00:00:06", firmware: "v1.3.40" },
  display: [255, "setVUModeList", "setSpMode"],
};

/** A video player that reports its volume, by an operation of its own. */
const cinemaPreset: Preset = {
  ...videoPreset,
  identity: { name: "Cinema Player", model: "SIM-V9 Plus", mac: "02:5e:11:00:00:07", firmware: "v2.5.2" },
  videoVolume: { max: 15, level: 6, spelling: "currentVolume" },
};

/** An old film player that plays music, by the first version of the maker's interface. */
const olderPreset: Preset = {
  ...oldPreset,
  identity: { name: "Attic Player", model: "SIM-V1", mac: "02:5e:11:00:00:08", firmware: "v0.8.12" },
  groups: [...oldPreset.groups, "first-music"],
};

export const presets = {
  video: videoPreset,
  audio: audioPreset,
  old: oldPreset,
  twins: twinsPreset,
  idle: idlePreset,
  studio: studioPreset,
  cinema: cinemaPreset,
  older: olderPreset,
  loose: loosePreset,
} satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;
