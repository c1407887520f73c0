import type { Preset } from "../preset.ts";
import { videoPreset } from "./video.ts";

/** A video player that reports its volume, by an operation of its own. */
export const cinemaPreset: Preset = {
  ...videoPreset,
  identity: { name: "Cinema Player", model: "SIM-V9 Plus", mac: "02:5e:11:00:00:07", firmware: "v2.5.2" },
  videoVolume: { max: 15, level: 6, spelling: "currentVolume" },
};
