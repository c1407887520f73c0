import type { ConfigurationEdit, SettingView } from "../../set-up-views.ts";
import { t, type TextKey } from "../texts.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface Option {
  readonly name: string;
  readonly label: TextKey;
  readonly hint?: TextKey;
  readonly choices?: () => readonly Choice[];
  /** It belongs to one player, not to all. */
  readonly isOwn?: true;
}

/** Values of settings as text, by name; an empty one is not set. */
export type Fields = Readonly<Record<string, string>>;

/** Settings that most people look for. */
export const mainOptions: readonly Option[] = [
  { name: "poll.pace", label: "setup.pace", hint: "setup.paceHint", choices: paces },
  { name: "publish.pictures", label: "setup.pictures", hint: "setup.picturesHint", choices: onOff },
  { name: "library.enabled", label: "setup.library", hint: "setup.libraryHint", choices: onOff },
  {
    name: "controls.experimental",
    label: "setup.experimental",
    hint: "setup.experimentalHint",
    choices: onOff,
  },
];

/** Settings behind "More settings", besides schedules, presets and paths. */
export const moreOptions: readonly Option[] = [
  { name: "controls.maxVolume", label: "setup.maxVolume", hint: "setup.maxVolumeHint" },
  {
    name: "controls.powerOff",
    label: "setup.powerOff",
    hint: "setup.powerOffHint",
    choices: () => [
      { value: "poweroff", label: t("power.off") },
      { value: "standby", label: t("power.standby") },
    ],
  },
  { name: "controls.wakeMacs", label: "setup.wakeMacs", hint: "setup.wakeMacsHint", isOwn: true },
  { name: "controls.plugTopic", label: "setup.plug", hint: "setup.plugHint", isOwn: true },
  { name: "controls.plugOn", label: "setup.plugOn", isOwn: true },
  { name: "controls.plugOff", label: "setup.plugOff", isOwn: true },
  { name: "publish.settings", label: "setup.ownSettings", hint: "setup.ownSettingsHint" },
  {
    name: "queue.publish",
    label: "setup.queue",
    choices: () =>
      (["window", "all", "none"] as const).map((value) => ({ value, label: t(`setup.queue.${value}`) })),
  },
  { name: "device.pathPrefix", label: "setup.pathPrefix", hint: "setup.pathPrefixHint" },
  { name: "device.timeoutMs", label: "setup.timeout" },
  { name: "device.gapMs", label: "setup.gap" },
  { name: "device.offlineAfter", label: "setup.offlineAfter" },
];

export function scheduleNames(settings: readonly SettingView[]): string[] {
  return settings.flatMap(({ name, initial }) => (name.startsWith("poll.") && initial === "" ? [name] : []));
}

function paces(): Choice[] {
  return (["eager", "normal", "gentle"] as const).map((value) => ({
    value,
    label: t(`setup.pace.${value}`),
  }));
}

export function onOff(): Choice[] {
  return [
    { value: "true", label: t("setup.on") },
    { value: "false", label: t("setup.off") },
  ];
}

/** The text of a value in a form; `initial` is the default of the setting and shows its kind. */
export function textOf(value: SettingView["value"] | undefined, initial: SettingView["value"]): string {
  if (value === undefined || value === null) return "";
  return isList(initial) ? (JSON.parse(String(value)) as string[]).join(", ") : String(value);
}

/** The value that a text of a form stands for; null removes the setting. Wrong ones are left to the bridge's checks. */
export function valueOf(text: string, initial: SettingView["value"]) {
  const plain = text.trim();
  if (plain === "" || plain === "{}") return null;
  if (plain === "[]") return [];
  if (isList(initial)) return plain.split(/[\s,]+/).filter((entry) => entry !== "");
  if (initial === "{}") return JSON.parse(plain) as Readonly<Record<string, string | string[]>>;
  if (typeof initial === "boolean") return plain === "true";
  return typeof initial === "number" && Number.isFinite(Number(plain)) ? Number(plain) : plain;
}

/** The edit that gives a setting of all players the value of a form; the default is not written, but removed. */
export function editOf({ name, initial }: SettingView, text: string): ConfigurationEdit {
  const value = valueOf(text, initial);
  return value === null || value === initial ? { kind: "unset", name } : { kind: "set", name, value };
}

function isList(initial: SettingView["value"]): boolean {
  return initial === "[]";
}
