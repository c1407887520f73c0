import { input, output, type Preset } from "../preset.ts";
import { videoPreset } from "./video.ts";

/** A player with ambiguous names: two inputs and two outputs look alike, and no input is current. */
export const twinsPreset: Preset = {
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
      output("RCA", "Line out", {
        title: "Line output 1",
        format: "PCM",
        sampleRate: "192000 Hz",
        option: 1,
      }),
      output("XLR", "Line out", {
        title: "Line output 2",
        format: "PCM",
        sampleRate: "384000 Hz",
        option: 2,
      }),
      output("SPDIF", "Optical", { title: "SPDIF output", format: "PCM", sampleRate: "96000 Hz", option: 3 }),
    ],
    inputIndex: -1,
    outputIndex: 1,
  },
};
