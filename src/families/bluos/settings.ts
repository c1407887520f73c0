import type { Handle } from "../../core/resources/resource.ts";
import { isDangerous, isSettingTag, type PlayerSetting } from "../../core/resources/settings.ts";
import { numberIn, shownText, type XmlElement } from "../http/xml.ts";

/** The pages with the player's own settings, such as bass and treble; each is read only while a setting is missing. */
export const settingsPages = ["audio", "player", "capture"] as const;

/** The maker's app asks in this way; players refuse older numbers. */
export function settingsPath(page: (typeof settingsPages)[number]): string {
  return `/Settings?id=${page}&schemaVersion=34`;
}

/** A setting, and the words by which it is set: those of a list or a switch, by their indexes; none for a number. */
export interface OwnSetting {
  readonly setting: PlayerSetting;
  readonly words: readonly string[] | undefined;
}

interface Surroundings {
  readonly group: string;
  /** Of what has none itself, as far as known. */
  readonly url: string;
}

/** The allowed settings of a page. One that depends on another, which is set otherwise, has no value. */
export function settingsOn(page: XmlElement, allowed: readonly string[] | "all"): readonly OwnSetting[] {
  const values = new Map<string, string>();
  const found: (readonly [XmlElement, Surroundings])[] = [];
  const visit = (element: XmlElement, around: Surroundings): void => {
    const { id = "", displayName = "", url = around.url, value = "" } = element.attributes;
    if (element.name === "setting") {
      values.set(id, value);
      found.push([element, around]);
    } else {
      const group = element.name === "menuGroup" ? shownText(displayName) : around.group;
      for (const child of element.children) visit(child, { group, url });
    }
  };
  visit(page, { group: "", url: "" });
  return found.flatMap(([element, around]) => {
    const { id = "" } = element.attributes;
    if (!isSettingTag(id) || (allowed !== "all" && !allowed.includes(id))) return [];
    const isShown = element.children
      .filter(({ name }) => name === "dependsOn")
      .every(({ attributes: { name = "", value } }) => values.get(name) === value);
    return settingOf(element, around, isShown);
  });
}

function settingOf(
  { attributes, children }: XmlElement,
  around: Surroundings,
  isShown: boolean,
): readonly OwnSetting[] {
  const { id = "", name = id, displayName = "", class: kind, value = "", url = around.url } = attributes;
  const handle = handleOf(url, name);
  if (handle === undefined) return [];
  const place = { tag: id, title: shownText(displayName) || id, group: around.group, handle };
  const options = children.filter((child) => child.name === "value").map((child) => child.attributes);
  switch (kind) {
    case "boolean": {
      const isOn = isShown && (value === "ON" || value === "OFF") ? value === "ON" : undefined;
      return [{ setting: { ...place, kind: "switch", isOn }, words: ["OFF", "ON"] }];
    }
    case "list": {
      const words = options.map((option) => option["name"] ?? "");
      const titles = options.map(
        (option, index) => shownText(option["displayName"] ?? "") || (words[index] ?? ""),
      );
      const unique = titles.map((title, index) =>
        titles.indexOf(title) === index ? title : `${title} ${index}`,
      );
      const current = isShown && words.includes(value) ? words.indexOf(value) : undefined;
      return [
        {
          setting: {
            ...place,
            kind: "list",
            options: unique.map((title, index) => ({ index, title })),
            current,
          },
          words,
        },
      ];
    }
    case "range": {
      const [min, max] = [numberIn(options[0]?.["min"]), numberIn(options[0]?.["max"])];
      if (min === undefined || max === undefined || min >= max) return [];
      const told = numberIn(value);
      const isWithin = isShown && told !== undefined && told >= min && told <= max;
      const level = isWithin ? told : undefined;
      const unit = shownText(options[0]?.["units"] ?? "");
      const text = level === undefined || unit === "" ? undefined : `${level} ${unit}`;
      return [{ setting: { ...place, kind: "range", min, max, level, text }, words: undefined }];
    }
    default:
      return [];
  }
}

/** The path of a setter up to its value; undefined for one that is not certainly a harmless one of this player. */
function handleOf(url: string, name: string): Handle | undefined {
  const isHarmless = /^\/\w+$/.test(url) && /^[\w-]+$/.test(name) && !isDangerous(`${url}?${name}`);
  return isHarmless ? `${url}?${name}=` : undefined;
}
