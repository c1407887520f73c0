import { macsOf, withoutMacs } from "../mac.ts";
import type { FormerInfo, PlayerModel } from "./model.ts";
import { flag, options, wordOptions } from "./property.ts";
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
  /** Of `on`: whether the player is on, where it answers also while it is off. */
  readonly isCurrent?: boolean;
}

export const power = {
  title: "power options",
  ...rarelyRead,
  summary: (all) => all.map(({ tag }) => tag).join("/"),
  // What can be sent depends on more than this: see below.
  topics: {},
} satisfies Resource<readonly PowerOption[]>;

export interface PowerContext {
  readonly player: { readonly power?: readonly PowerOption[]; readonly model?: PlayerModel };
  readonly resources: { readonly power: ResourceState };
  readonly presence: { readonly availability: Availability };
  readonly config: {
    readonly hasPlug: boolean;
    readonly mac: string | undefined;
    readonly wakeMacs: readonly string[];
    /** The effect of `off`: switch the player off, or put it into standby. */
    readonly offAction: "poweroff" | "standby";
  };
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
  readonly operations: {
    readonly [Name in "sendKey" | "wake"]?: { readonly support: Support | "off" };
  };
}

/** The player's own tags for the words of power/set. */
export const powerTags = { on: "on", off: "poweroff", standby: "standby", reboot: "reboot" } as const;

export const powerWords = ["on", "off", "standby", "reboot"] as const;
type PowerWord = (typeof powerWords)[number];

/** The words of power/set that make sense for this player: what it offers itself, and what its plug adds. */
export function powerWordsOf(context: PowerContext & WakingContext): readonly PowerWord[] {
  const { config, player, presence, profile, operations } = context;
  const hasKeys = switchesByKey(context);
  const offers = (tag: string): boolean => hasKeys || optionOf(player, tag) !== undefined;
  const isTurnedOn = presence.availability !== "offline" && optionOf(player, powerTags.on) !== undefined;
  const canWake = profile.calls?.has("wake") !== false && operations.wake?.support !== "unsupported";
  const isOffered: Readonly<Record<PowerWord, boolean>> = {
    on: config.hasPlug || isTurnedOn || (canWake && macsToWake(context).length > 0),
    off: config.hasPlug || offers(offTagOf(context)),
    standby: offers(powerTags.standby),
    reboot: offers(powerTags.reboot),
  };
  return powerWords.filter((word) => isOffered[word]);
}

/** Whether a player that answers also while it is off is on; undefined for one that does not tell. */
export function toldPower(player: PowerContext["player"]): boolean | undefined {
  return optionOf(player, powerTags.on)?.isCurrent;
}

/** The player's own option with this tag; one that is woken has none for `on`. */
export function optionOf({ power }: PowerContext["player"], tag: string): PowerOption | undefined {
  return power?.find((option) => option.tag === tag);
}

/** The tag for `off`: a player that is switched on by a request may have standby alone. */
export function offTagOf({ config, player }: Pick<PowerContext, "config" | "player">): string {
  const hasStandbyAlone = optionOf(player, powerTags.on) && !optionOf(player, powerTags.off);
  return hasStandbyAlone ? powerTags.standby : config.offAction;
}

/** The MAC addresses to wake the player by: those of an earlier run until it has told its own. */
export function macsToWake(context: Pick<PowerContext, "config" | "player" | "bridge">): readonly string[] {
  const macs = macsOf(context);
  const { former } = context.bridge;
  return macs.length > 0 || former === undefined ? macs : macsOf({ config: withoutMacs, player: former });
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
      names: { de: "Ein/Aus", fr: "Marche", zh: "电源" },
      sample: "on",
      about: "`on`; `off` where the player says so or is `offline`: asleep and unplugged look the same",
    },
    ({ isOn }) => isOn,
  ),
  "power/waking": flag(
    "Waking",
    {
      names: { de: "Wird geweckt", fr: "Réveil en cours", zh: "正在唤醒" },
      sample: "",
      category: "diagnostic",
      about: "`on` while a command is waking the player, else empty",
    },
    ({ isWaking }) => isWaking || undefined,
  ),
  "power/options": options(
    {
      sample: '[{"value":"on","title":"on"},{"value":"off","title":"off"}]',
      about: " of what `power/set` takes now",
    },
    ({ words }) => wordOptions(words),
  ),
} satisfies Topics<PowerState>;

export interface PowerState {
  readonly isOn: boolean;
  readonly isWaking: boolean;
  readonly words: readonly PowerWord[];
}

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
    "config.wakeMacs",
    "config.offAction",
    "model",
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
    const state = {
      isOn: availability !== "offline" && toldPower(player) !== false,
      isWaking: pending.effect?.isWaking === true,
      words: powerWordsOf(context),
    };
    return renderTopics(powerTopics, state, "supported", context, limits);
  },
} satisfies PropertyGroup<PowerContext & WakingContext>;
