import type * as z from "zod";
import { type ChoiceList, type ListedOption, switchOptions } from "../../core/resources/choice-list.ts";
import type { Handle } from "../../core/resources/resource.ts";
import { isSettingTag, type PlayerSetting } from "../../core/resources/settings.ts";
import { pageAddress, setterHandle } from "./setter-address.ts";
import {
  answerOf,
  asNumber,
  flag,
  isObject,
  listOf,
  number,
  optionFields,
  optionsIn,
  type ReadContext,
  text,
  within,
} from "./wire.ts";

/** A page of the settings tree that an entry points to; a page of one setting has the tag and the title of that entry. */
export interface SettingsLink {
  readonly path: string;
  readonly tag?: string | undefined;
  readonly title?: string | undefined;
  readonly group?: string | undefined;
  /** The selected option of the list on the page, as the entry names it. */
  readonly selected?: string | undefined;
  readonly warning?: string | undefined;
  /** Whether the page has the options of this one setting, and nothing else. */
  readonly isList?: boolean;
}

/** The settings that are read: by their tags, or all. */
export type AllowedSettings = readonly string[] | "all";

/** The fields that an entry has from the one around it, or from the one that points to its page. */
type Given = Omit<SettingsLink, "path">;

/** The content of a page of the settings tree: settings, and further pages, some of them for one setting. */
export interface SettingsPage {
  readonly settings: readonly PlayerSetting[];
  readonly pages: readonly SettingsLink[];
  /** Whether it has any entry at all. */
  readonly hasEntries: boolean;
}

/** Deeper entries are not looked at: known trees have two or three levels. */
const deepest = 8;

/** An entry of the tree; firmware names its fields in these ways. */
const entryFields = answerOf(() => ({
  tag: text,
  title: text,
  name: text,
  url: text,
  setUrl: text,
  switchStatus: flag,
  currentIndex: number,
  currentValue: number,
  minValue: number,
  maxValue: number,
  // A slider, with its texts.
  currentProgress: number,
  minProgress: number,
  maxProgress: number,
  currentTitle: text,
  startTitle: text,
  endTitle: text,
  selectTitle: text,
  // What the player asks before it switches something on.
  isSwitchOpenHint: flag,
  contentTips: text,
  option: number,
  options: listOf(optionFields),
  items: listOf(optionFields),
  data: listOf(optionFields),
}));

/** The kinds of entries that point to a list of options. */
const listKinds: ReadonlySet<number | undefined> = new Set([1, 5]);

type Entry = z.infer<ReturnType<typeof entryFields>>;

/** Maps the allowed settings on the first page; undefined if the answer has no entries. */
export function mapSettings(json: object, { origin, settingTags = [] }: ReadContext) {
  const page = readSettingsPage(json, origin, settingTags);
  return page.hasEntries ? page.settings : undefined;
}

/** Maps the switch with this tag on the first page. */
export function mapSwitch(tag: string) {
  return (json: object, { origin }: ReadContext): ChoiceList | undefined => {
    const [setting] = readSettingsPage(json, origin, [tag]).settings;
    if (setting?.kind !== "switch") return undefined;
    const { isOn, handle } = setting;
    return { options: switchOptions, current: isOn === undefined ? undefined : Number(isOn), handle };
  };
}

/** Reads a page of the settings tree. The page of one setting may leave its tag and title to the entry that points to it. */
export function readSettingsPage(
  json: object,
  origin: string,
  allowed: AllowedSettings,
  link?: SettingsLink,
): SettingsPage {
  const settings: PlayerSetting[] = [];
  const pages: SettingsLink[] = [];
  let hasEntries = false;
  const visit = (value: unknown, depth: number, { group, ...given }: Given): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, depth + 1, { group });
      return;
    }
    if (!isObject(value)) return;
    const entry = entryFields().parse(value);
    const tag = entry.tag ?? given.tag;
    const title = entry.title ?? entry.name ?? given.title;
    const about = {
      tag,
      title,
      selected: entry.selectTitle ?? given.selected,
      warning: entry.isSwitchOpenHint === true ? cleaned(entry.contentTips) || warned : given.warning,
    };
    if (tag !== undefined || entry.url !== undefined || entry.setUrl !== undefined) hasEntries = true;
    const setting =
      tag === undefined || !isAllowed(tag, allowed)
        ? undefined
        : settingOf({ ...about, tag, title: cleaned(title) || tag, group: cleaned(group) }, entry, origin);
    if (setting !== undefined) settings.push(setting);
    else {
      for (const reported of [entry.url, entry.setUrl]) {
        const path = pageAddress(reported, origin);
        const isList = listKinds.has(asNumber(entry.option));
        if (path !== "") pages.push({ path, ...about, group, isList });
      }
    }
    for (const child of Object.values(value)) visit(child, depth + 1, { group: title ?? group });
  };
  visit(json, 0, link ?? {});
  return { settings, pages, hasEntries };
}

export function isAllowed(tag: string, allowed: AllowedSettings): boolean {
  return allowed === "all" || allowed.includes(tag);
}

/** The warning of a player that asks without words. */
const warned = "are you sure?";

/** The setting that an entry describes; undefined if it has no value, or may be dangerous to set. */
function settingOf(
  {
    selected,
    ...names
  }: Pick<PlayerSetting, "tag" | "title" | "group" | "warning"> & Pick<SettingsLink, "selected">,
  entry: Entry,
  origin: string,
): PlayerSetting | undefined {
  const handle = isSettingTag(names.tag) ? handleOf(entry, origin) : undefined;
  if (handle === undefined) return undefined;
  const place = { ...names, handle };
  const options = optionsIn(entry.options ?? entry.items ?? entry.data);
  if (options.length > 0) {
    const current = indexOfTitle(options, selected) ?? asNumber(entry.currentIndex);
    return { ...place, kind: "list", options, current };
  }
  const range = rangeOf(entry);
  if (range === "invalid") return undefined;
  if (range !== undefined) return { ...place, kind: "range", ...range };
  return entry.switchStatus === undefined
    ? undefined
    : { ...place, kind: "switch", isOn: entry.switchStatus };
}

/** The option with this title; undefined unless it is one. */
export function indexOfTitle(
  options: readonly ListedOption[],
  title: string | undefined,
): number | undefined {
  return options.find((option) => option.title === title)?.index;
}

/** The range of a number or of a slider; undefined if the entry has none. */
function rangeOf(entry: Entry) {
  const max = asNumber(entry.maxValue) ?? asNumber(entry.maxProgress);
  if (max === undefined) return undefined;
  const min = asNumber(entry.minValue) ?? asNumber(entry.minProgress) ?? 0;
  if (max <= min) return "invalid";
  const level =
    asNumber(entry.currentValue) ?? asNumber(entry.currentProgress) ?? asNumber(entry.currentIndex);
  const [text, start, end] = [entry.currentTitle ?? entry.selectTitle, entry.startTitle, entry.endTitle].map(
    cleaned,
  );
  return {
    min,
    max,
    level: within(min, max, level),
    ...(text && { text }),
    ...(start && end && { titles: [start, end] as const }),
  };
}

/** The call that sets a setting. The value goes into the parameter that the address leaves empty, else into `index`. */
function handleOf({ url, setUrl }: Entry, origin: string): Handle | undefined {
  const handles = [setUrl, url].map((reported) =>
    setterHandle(reported, origin, emptyParameter(reported, origin) ?? "index"),
  );
  return handles.find((handle) => handle !== "");
}

function emptyParameter(reported: string | undefined, origin: string): string | undefined {
  if (reported === undefined || !URL.canParse(reported.trim(), origin)) return undefined;
  const { searchParams } = new URL(reported.trim(), origin);
  return [...searchParams].find(([name, value]) => value === "" && /^\w+$/.test(name))?.[0];
}

function cleaned(title = ""): string {
  return title.replace(/\s+/g, " ").trim();
}
