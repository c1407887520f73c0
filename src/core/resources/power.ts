import type { Availability, Resource } from "./resource.ts";

/** What the player's power can be set to, by the player's own tags. */
export interface PowerOption {
  readonly tag: string;
  readonly name: string;
}

/** Whether the player is on: off, asleep and unplugged cannot be told apart, it does not answer. */
export const power = {
  title: "power options",
  readWith: "refresh",
  isSpecified: false,
  topics: {
    power: (_options, { availability }) => (availability === "offline" ? "off" : "on"),
    "power/options": (options) => JSON.stringify(options),
  },
  inputs: ({ availability }) => [availability],
} satisfies Resource<readonly PowerOption[], { readonly availability: Availability }>;
