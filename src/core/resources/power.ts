import type { Availability, Resource } from "./resource.ts";

/** A power action that the player offers, under its own tag. */
export interface PowerOption {
  readonly tag: string;
  readonly name: string;
}

/** Whether the player is on. Off, asleep and unplugged look the same: the player does not answer. */
export const power = {
  title: "power options",
  readWith: "refresh",
  summary: (options) => `${options.length} power options (${options.map(({ tag }) => tag).join(", ")})`,
  isSpecified: false,
  topics: {
    power: (_options, { availability }) => (availability === "offline" ? "off" : "on"),
    "power/options": (options) => JSON.stringify(options),
  },
  inputs: ({ availability }) => [availability],
} satisfies Resource<readonly PowerOption[], { readonly availability: Availability }>;
