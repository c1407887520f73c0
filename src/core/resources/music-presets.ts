import { options } from "./property.ts";
import type { Resource } from "./resource.ts";

/** Something to play that is stored on the player itself. */
export interface MusicPreset {
  readonly id: string;
  readonly name: string;
  /** The absolute address of its picture; empty if it has none. */
  readonly picture: string;
}

/** The presets that are stored on the player; those of the configuration are another list. */
export const musicPresets = {
  title: "presets of the player",
  readOn: "refresh",
  readEveryMs: 900_000,
  topics: {
    "music/preset/options": options(
      {
        sample: '[{"value":"1","title":"Harbour Radio","id":"1","name":"Harbour Radio","picture":""}]',
        about: ", `id`, `name`, `picture` of the presets that are stored on the player itself",
      },
      (presets) => presets.map((one) => ({ value: one.id, title: one.name, ...one })),
    ),
  },
} satisfies Resource<readonly MusicPreset[]>;
