import type { Availability, Resource, ResourceState, TopicGroup, Topics } from "./resource.ts";

/** A power action that the player offers, under its own tag. */
export interface PowerOption {
  readonly tag: string;
  readonly name: string;
}

/** The power options. */
export const power = {
  title: "power options",
  readWith: "refresh",
  summary: (options) => `${options.length} power options (${options.map(({ tag }) => tag).join(", ")})`,
  isSpecified: false,
  topics: {
    "power/options": (options) => JSON.stringify(options),
  },
} satisfies Resource<readonly PowerOption[]>;

/** The facts that decide whether a player is on. */
export interface PowerContext {
  readonly player: { readonly power?: readonly PowerOption[] };
  readonly resources: { readonly power: ResourceState };
  readonly availability: Availability;
  /** The MAC address from the configuration. */
  readonly mac: string | undefined;
}

const powerTopics = {
  power: (isOn) => (isOn ? "on" : "off"),
} satisfies Topics<boolean>;

/**
 * Whether the player is on. Off, asleep and unplugged look the same: the player does not answer. One that was never on
 * since the start can be woken where its MAC address is configured, so it has this topic as well.
 */
export const powerState = {
  topics: powerTopics,
  inputs: ({ player, resources, availability, mac }) => [
    player.power,
    resources.power.support,
    availability,
    mac,
  ],
  render: ({ player, resources, availability, mac }) => {
    if (resources.power.support === "unsupported" && player.power === undefined)
      return new Map([["power", ""]]);
    const isControlled = player.power !== undefined || (mac !== undefined && availability !== "unknown");
    return new Map(isControlled ? [["power", powerTopics.power(availability !== "offline")]] : []);
  },
} satisfies TopicGroup<PowerContext> & { readonly topics: object };
