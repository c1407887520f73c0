import type { Preset } from "./preset.ts";
import { audioPreset } from "./presets/audio.ts";
import { cinemaPreset } from "./presets/cinema.ts";
import { idlePreset } from "./presets/idle.ts";
import { oldPreset } from "./presets/old.ts";
import { studioPreset } from "./presets/studio.ts";
import { twinsPreset } from "./presets/twins.ts";
import { videoPreset } from "./presets/video.ts";

/** The models that the simulator knows. */
export const presets = {
  video: videoPreset,
  audio: audioPreset,
  old: oldPreset,
  twins: twinsPreset,
  idle: idlePreset,
  studio: studioPreset,
  cinema: cinemaPreset,
} satisfies Record<string, Preset>;

/** The name of a preset. */
export type PresetName = keyof typeof presets;
