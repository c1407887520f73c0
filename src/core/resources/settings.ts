import type { Phrase } from "../../lib/phrase.ts";
import { type ChoiceList, publishedOption, selectedOption } from "./choice-list.ts";
import { wordOptions } from "./property.ts";
import {
  type Handle,
  type Level,
  maxAssumedAgeMs,
  rarelyRead,
  type Resource,
  type ResourceState,
  type TopicGroup,
} from "./resource.ts";

export type PlayerSetting = SettingPlace & (SwitchSetting | ListSetting | RangeSetting | FactSetting);

interface SettingPlace {
  readonly tag: string;
  /** Its name in the owner's language; the tag if the player gives none. */
  readonly title: string;
  /** The name of the group around it; empty if there is none. */
  readonly group: string;
  readonly handle: Handle;
  /** What the player asks before it is switched on or changed; undefined if it does not ask. */
  readonly warning?: string | undefined;
  /** Its owner has declared how it is read and set. */
  readonly isDeclared?: true;
  /** Why the last answer does not tell it. */
  readonly problem?: Phrase | undefined;
  /** There was no usable answer, which says nothing about the value. */
  readonly isMissed?: true | undefined;
}

/** A setting that is on or off; undefined if the player does not report which. */
interface SwitchSetting {
  readonly kind: "switch";
  readonly isOn: boolean | undefined;
}

interface ListSetting extends Omit<ChoiceList, "handle"> {
  readonly kind: "list";
}

interface RangeSetting extends Level {
  readonly kind: "range";
  /** The player's own text of the level, such as `1 dB`; undefined if it gives none. */
  readonly text?: string | undefined;
  /** Its texts of both ends, such as `-15 dB` and `15 dB`. */
  readonly titles?: readonly [string, string] | undefined;
}

/** What can only be read, such as a temperature; empty if it is unknown. */
interface FactSetting {
  readonly kind: "fact";
  readonly valueKind: "flag" | "number" | "text";
  readonly value: string;
}

export interface SettingsContext {
  readonly config: {
    /** Those of the player's own tree that are allowed. */
    readonly settingTags: readonly string[];
    /** Those that may be set although the player asks before. */
    readonly confirmedSettings: readonly string[];
    /** The names of the operations that the owner has declared. */
    readonly declaredTags: readonly string[];
  };
  readonly player: {
    readonly settings?: readonly PlayerSetting[];
    readonly declared?: readonly PlayerSetting[];
  };
  readonly resources: { readonly settings: ResourceState; readonly declared: ResourceState };
}

/** As tags, these would collide with other topics. */
const reservedTags: ReadonlySet<string> = new Set([
  "set",
  "get",
  "group",
  "options",
  "range",
  "text",
  "title",
]);

/** Settings that must never be changed, however the player describes them. */
const dangerous =
  /reset|factory|restore|recover|default|erase|format|delete|clear|wipe|network|wifi|wlan|ethernet|gateway|proxy|dns|dhcp|server|update|upgrade|(?<!r)ota|firmware|passw|token|secret|pin(?:code)?$|account|(?<!ana)log(?:in|out)|power|reboot|shutdown|boot|root|adb|telnet|ssh|install|uninstall|language/i;

/** What the player does after it was started, although it has the name of starting it. */
const harmlessWords = /(?<![Rr]e)(?:BootVolume|BootPlayMode|BootUpAutoPlayMode)(?![a-z])/g;

/** Whether a tag or an address concerns a reset, the network, updates, passwords, power, the language or the like. */
export function isDangerous(text: string): boolean {
  return dangerous.test(text.replace(harmlessWords, ""));
}

/** Whether a tag can be a topic level below `settings`. */
export function isSettingLevel(tag: string): boolean {
  return /^[A-Za-z0-9][\w-]{0,63}$/.test(tag) && !reservedTags.has(tag.toLowerCase());
}

/** Whether a tag can be a topic level below `settings`, and may be set. */
export function isSettingTag(tag: string): boolean {
  return isSettingLevel(tag) && !isDangerous(tag);
}

export const settingsFolder = "settings";

/** The allowed settings of the player's own settings tree. Their topics depend on the configuration. */
export const settings = { ...rarelyRead, topics: {} } satisfies Resource<readonly PlayerSetting[]>;

/** The operations that the owner has declared. Nothing shows that one has changed, and nobody knows how long the player takes. */
export const declared = {
  title: "declared operations",
  publicName: "operations" as const,
  readOn: "refresh",
  readEveryMs: maxAssumedAgeMs,
  topics: {},
  inferred: (reported, { player }) =>
    reported.some((setting) => setting.isMissed)
      ? reported.map((setting) => withFormerValue(setting, player.declared))
      : reported,
} satisfies Resource<readonly PlayerSetting[], Pick<SettingsContext, "player">>;

/** A value that was not answered is assumed to be the former one. */
function withFormerValue(setting: PlayerSetting, former: readonly PlayerSetting[] = []): PlayerSetting {
  const { tag, problem, isMissed } = setting;
  const same = isMissed === true ? former.find((one) => one.tag === tag) : undefined;
  return same === undefined ? setting : { ...same, problem, isMissed };
}

interface AllowedSetting {
  readonly tag: string;
  /** Whether the player was asked for it, or has none at all. */
  readonly isKnown: boolean;
  /** Undefined where the player does not have it, as far as is known. */
  readonly setting: PlayerSetting | undefined;
}

/** All settings that the owner has allowed or declared. */
export function allowedSettings({ player, resources, config }: AllowingContext): readonly AllowedSetting[] {
  const from = (name: "settings" | "declared", tags: readonly string[]): readonly AllowedSetting[] => {
    const isKnown = player[name] !== undefined || resources[name].support === "unsupported";
    const found = new Map(player[name]?.map((setting) => [setting.tag, setting]));
    return tags.map((tag) => ({ tag, isKnown, setting: found.get(tag) }));
  };
  return [...from("settings", config.settingTags), ...from("declared", config.declaredTags)];
}

type AllowingContext = Pick<SettingsContext, "player" | "resources"> & {
  readonly config: Pick<SettingsContext["config"], "settingTags" | "declaredTags">;
};

/** The topics of one setting; what describes it comes before the value. */
export function settingLeaves(tag: string) {
  const leaf = `${settingsFolder}/${tag}` as const;
  return [
    `${leaf}/title`,
    `${leaf}/group`,
    `${leaf}/options`,
    `${leaf}/range`,
    `${leaf}/text`,
    leaf,
  ] as const;
}

/** The topics of the allowed settings. Those that the player lacks are empty, which clears them. */
export const settingTopics = {
  dependsOn: ["settings", "declared", "config.settingTags", "config.declaredTags"],
  render: (context) =>
    new Map(
      allowedSettings(context).flatMap(({ tag, isKnown, setting }) =>
        isKnown ? topicsOf(tag, setting) : [],
      ),
    ),
} satisfies TopicGroup<SettingsContext>;

function topicsOf(tag: string, setting: PlayerSetting | undefined): (readonly [string, string])[] {
  const [title, group, options, range, text, value] = settingLeaves(tag);
  return [
    [title, setting === undefined ? "" : setting.title],
    [group, setting === undefined ? "" : setting.group],
    [options, setting === undefined ? "" : optionsText(setting)],
    [range, setting === undefined ? "" : rangeText(setting)],
    [text, setting?.kind === "range" ? (setting.text ?? "") : ""],
    [value, setting === undefined ? "" : settingText(setting)],
  ];
}

function optionsText(setting: PlayerSetting): string {
  if (setting.kind === "range" || setting.kind === "fact") return "";
  return JSON.stringify(
    setting.kind === "list" ? setting.options.map(publishedOption) : wordOptions(["off", "on"]),
  );
}

function rangeText(setting: PlayerSetting): string {
  if (setting.kind !== "range") return "";
  const { min, max, titles } = setting;
  return JSON.stringify({ min, max, titles });
}

/** The value that the last answer told; empty if it did not. */
export function toldText(setting: PlayerSetting): string {
  return setting.isMissed === true ? "" : settingText(setting);
}

/** The value of a setting as it is published; empty if it is unknown. */
export function settingText(setting: PlayerSetting): string {
  switch (setting.kind) {
    case "switch":
      return setting.isOn === undefined ? "" : setting.isOn ? "on" : "off";
    case "list":
      return selectedOption({ ...setting })?.title ?? "";
    case "range":
      return String(setting.level ?? "");
    case "fact":
      return setting.value;
  }
}
