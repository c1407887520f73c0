import type { ConfigurationEdit, SettingView } from "../../src/extensions/page/set-up-views.ts";
import { translate } from "../phrases.ts";
import { isTextKey, t } from "../texts.ts";

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Values of settings as text, by name; an empty one is not set. */
export type Fields = Readonly<Record<string, string>>;

/** Settings that most people look for, and what the page calls them; the others have their names. */
const mainOptions = new Map([
  ["homeassistant.enabled", "setup.homeAssistant"],
  ["poll.pace", "setup.pace"],
  ["publish.pictures", "setup.pictures"],
  ["library.enabled", "tab.library"],
  ["controls.experimental", "setup.experimental"],
] as const);

/** The broker, presets and paths have forms of their own. */
const ownForms = /^(mqtt\.(url|username|password|ca|cert|key)|controls\.(presets|paths))$/;

/** The variable or flag that sets a setting; null if the page can. */
export function fixedBy(setting: SettingView | undefined): string | null {
  return setting?.isFixed ? setting.source : null;
}

/** The settings that a form begins with, those behind "More settings", and the schedules. */
export function optionsIn<One extends Pick<SettingView, "name" | "initial">>(settings: readonly One[]) {
  const isMain = ({ name }: One): boolean => labelKey(name) !== undefined;
  const isSchedule = ({ name, initial }: One): boolean => name.startsWith("poll.") && initial === "";
  return {
    main: [...mainOptions.keys()].flatMap((main) => settings.filter(({ name }) => name === main)),
    more: settings.filter((one) => !isMain(one) && !isSchedule(one) && !ownForms.test(one.name)),
    schedules: settings.filter(isSchedule),
  };
}

function labelKey(name: string) {
  return mainOptions.get(name as Parameters<typeof mainOptions.get>[0]);
}

export function labelOf({ name }: SettingView): string {
  const key = labelKey(name);
  return key === undefined ? name : t(key);
}

/** What a setting does, in the language of the page. */
export function hintOf({ name, about }: SettingView): string {
  return translate({ text: about, code: `hint.${name}` }).replaceAll("`", "");
}

/** The values to choose from; empty for a field to write into. */
export function choicesOf({ name, choices, initial }: SettingView): readonly Choice[] {
  if (typeof initial === "boolean") {
    return [
      { value: "true", label: t("setup.on") },
      { value: "false", label: t("setup.off") },
    ];
  }
  return choices.map((value) => {
    const key = `${labelKey(name) ?? ""}.${value}`;
    return { value, label: isTextKey(key) ? t(key) : value };
  });
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
