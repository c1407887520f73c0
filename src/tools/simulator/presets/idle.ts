import type { Preset } from "../preset.ts";
import { videoPreset } from "./video.ts";

/** A video player that is switched on and has nothing to play. */
export const idlePreset: Preset = {
  ...videoPreset,
  identity: { name: "Guest Room Player", model: "SIM-V9", mac: "02:5e:11:00:00:05", firmware: "v2.4.18" },
  starts: "stopped",
  queueSize: 0,
  films: [],
};
