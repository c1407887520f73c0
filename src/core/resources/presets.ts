import type { Availability, TopicGroup, Topics } from "./resource.ts";

export interface PresetContext {
  readonly config: { readonly presets: readonly string[] };
  readonly presence: { readonly availability: Availability };
}

const presetTopics = {
  "preset/options": (names) => (names.length === 0 ? "" : JSON.stringify(names)),
} satisfies Topics<readonly string[]>;

/** The names of the presets of the configuration, published as soon as it is known whether the player is online. */
export const presetOptions = {
  topics: presetTopics,
  dependsOn: ["config.presets", "presence.availability"],
  render: ({ config: { presets }, presence: { availability } }) =>
    new Map(
      availability === "unknown"
        ? []
        : [["preset/options", presetTopics["preset/options"](presets)] as const],
    ),
} satisfies TopicGroup<PresetContext> & { readonly topics: object };
