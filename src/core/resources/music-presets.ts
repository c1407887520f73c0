import { part } from "./property.ts";
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
    "music/preset/options": part(
      "options",
      {
        sample: '[{"id":"1","name":"Harbour Radio","picture":""}]',
        about: "JSON array of the presets that are stored on the player itself: `id`, `name`, `picture`",
      },
      (presets) => JSON.stringify(presets),
    ),
  },
} satisfies Resource<readonly MusicPreset[]>;
