import type { FormerInfo } from "./model.ts";
import { flag, part } from "./property.ts";
import {
  type Availability,
  rarelyRead,
  renderTopics,
  type Resource,
  type ResourceState,
  type Support,
  type PropertyGroup,
  type Topics,
} from "./resource.ts";

export interface PowerOption {
  readonly tag: string;
  readonly name: string;
}

export const power = {
  title: "power options",
  ...rarelyRead,
  summary: (options) => options.map(({ tag }) => tag).join("/"),
  topics: {
    "power/options": part(
      "options",
      {
        sample: '[{"tag":"off","name":"Power off"}]',
        about: "JSON array of the player's own power options: `tag`, `name`",
      },
      (options) => JSON.stringify(options),
    ),
  },
} satisfies Resource<readonly PowerOption[]>;

export interface PowerContext {
  readonly player: { readonly power?: readonly PowerOption[] };
  readonly resources: { readonly power: ResourceState };
  readonly presence: { readonly availability: Availability };
  readonly config: { readonly hasPlug: boolean; readonly mac: string | undefined };
  readonly bridge: { readonly former: FormerInfo | undefined };
}

/** Whether the player reports no power options, but has the keys of its remote control. */
export function switchesByKey({
  player,
  resources,
  profile: { calls },
  operations,
}: Pick<PowerContext, "player" | "resources"> & Pick<WakingContext, "profile" | "operations">): boolean {
  const hasNone = resources.power.support === "unsupported" && player.power === undefined;
  return hasNone && calls?.has("sendKey") === true && operations.sendKey?.support !== "unsupported";
}

export interface WakingContext {
  /** The effect of a command that the player has not shown yet. */
  readonly pending: { readonly effect: { readonly isWaking: boolean } | undefined };
  readonly profile: { readonly calls: ReadonlySet<string> | undefined };
  readonly operations: { readonly sendKey?: { readonly support: Support | "off" } };
}

/** Whether nothing is known to switch the player. */
function isLacking(context: PowerContext & WakingContext): boolean {
  const { player, resources, config } = context;
  const hasNone = resources.power.support === "unsupported" && player.power === undefined;
  return hasNone && !config.hasPlug && !switchesByKey(context);
}

const powerTopics = {
  power: flag(
    "Power",
    {
      sample: "on",
      about: "`on`, or `off` while the player is `offline`: off, asleep and unplugged look the same",
    },
    ({ isOn }) => isOn,
  ),
  "power/waking": flag(
    "Waking",
    { sample: "", category: "diagnostic", about: "`on` while a command is waking the player, else empty" },
    ({ isWaking }) => isWaking || undefined,
  ),
} satisfies Topics<{ readonly isOn: boolean; readonly isWaking: boolean }>;

/**
 * Whether the player is on. Off, asleep and unplugged look the same: the player does not answer. One that was never on
 * since the start has this topic, too, where its MAC address is configured or an earlier run had the topic.
 */
export const powerState = {
  topics: powerTopics,
  isOffered: (context) => !isLacking(context),
  dependsOn: [
    "power",
    "presence.availability",
    "config.mac",
    "bridge.former",
    "config.hasPlug",
    "pending.effect",
    "profile.calls",
    "operations",
  ],
  render: (context, limits) => {
    const { player, presence, config, bridge, pending } = context;
    const { availability } = presence;
    const hasKeys = switchesByKey(context);
    if (isLacking(context)) return renderTopics(powerTopics, undefined, "unsupported", context, limits);
    const isKnown = config.mac !== undefined || config.hasPlug || bridge.former?.hasPower === true;
    if (player.power === undefined && !hasKeys && !(isKnown && availability !== "unknown")) return new Map();
    const state = { isOn: availability !== "offline", isWaking: pending.effect?.isWaking === true };
    return renderTopics(powerTopics, state, "supported", context, limits);
  },
} satisfies PropertyGroup<PowerContext & WakingContext>;
