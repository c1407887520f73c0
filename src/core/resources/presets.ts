import { options, wordOptions } from "./property.ts";
import { type Availability, renderTopics, type PropertyGroup, type Topics } from "./resource.ts";

export interface PresetContext {
  readonly config: { readonly presets: readonly string[] };
  readonly presence: { readonly availability: Availability };
}

const presetTopics = {
  "preset/options": options(
    {
      sample: '[{"value":"Film night","title":"Film night"}]',
      about: " of the presets in the configuration; empty without any",
    },
    (names) => (names.length === 0 ? undefined : wordOptions(names)),
  ),
} satisfies Topics<readonly string[]>;

/** The names of the presets of the configuration, published as soon as it is known whether the player is online. */
export const presetOptions = {
  topics: presetTopics,
  isOffered: ({ config: { presets } }) => presets.length > 0,
  dependsOn: ["config.presets", "presence.availability"],
  render: (context, limits) => {
    const presets = context.presence.availability === "unknown" ? undefined : context.config.presets;
    return renderTopics(presetTopics, presets, "unknown", context, limits);
  },
} satisfies PropertyGroup<PresetContext>;
