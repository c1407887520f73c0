import type { Availability, TopicGroup, Topics } from "./resource.ts";

export interface PresetContext {
  readonly presets: readonly string[];
  readonly availability: Availability;
}

const presetTopics = {
  "preset/options": (names) => (names.length === 0 ? "" : JSON.stringify(names)),
} satisfies Topics<readonly string[]>;

/** The names of the presets of the configuration, published as soon as it is known whether the player is online. */
export const presetOptions = {
  topics: presetTopics,
  dependsOn: ["presets", "availability"],
  render: ({ presets, availability }) =>
    new Map(
      availability === "unknown"
        ? []
        : [["preset/options", presetTopics["preset/options"](presets)] as const],
    ),
} satisfies TopicGroup<PresetContext> & { readonly topics: object };
