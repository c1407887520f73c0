import type { Preset } from "../preset.ts";
import { audioPreset } from "./audio.ts";

/** Another audio-only model: its screen has another range, and its setters other names. */
export const studioPreset: Preset = {
  ...audioPreset,
  identity: { name: "Studio Streamer", model: "SIM-A8", mac: "02:5e:11:00:00:06", firmware: "v1.3.40" },
  display: [255, "setVUModeList", "setSpMode"],
};
