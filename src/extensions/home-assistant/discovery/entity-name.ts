import { controls } from "../../../core/controls/table.ts";
import { type Names, namesOf } from "../../../core/names.ts";
import { properties } from "../../../core/resources/player.ts";
import type { PlayerEntity } from "./entity.ts";

const entityLanguages = ["en", "de", "fr", "zh-Hans"] as const;

export type EntityLanguage = (typeof entityLanguages)[number];

/** The language for somebody who has this one, such as `de-CH` or `ZH`; English where there is none. */
export function closestLanguage(tag: string): EntityLanguage {
  const mainOf = (one: string): string | undefined => one.toLowerCase().split("-")[0];
  return entityLanguages.find((one) => mainOf(one) === mainOf(tag)) ?? "en";
}

type NamedEntity = Pick<PlayerEntity, "key" | "platform" | "name" | "control"> & {
  readonly state?: { readonly leaf: string };
};

const nameLanguages: Readonly<Record<Exclude<EntityLanguage, "en">, keyof Names>> = {
  de: "de",
  fr: "fr",
  "zh-Hans": "zh",
};

const titled: Readonly<Record<string, { readonly title: string; readonly names?: Names }>> = {
  ...controls,
  ...properties,
};

/** The name of an entity: its own, else that of the property that it sets or shows, else one from its key. */
export function entityName(entity: NamedEntity, language: EntityLanguage): string {
  const { key, name = asName(key) } = entity;
  const topic = namesakeOf(entity);
  const { title, names } = titled[topic] ?? { title: name, names: namesOf(`entity/${key}`) };
  return (language === "en" ? undefined : names?.[nameLanguages[language]]) ?? title;
}

/** The topic of the property whose name it has; empty for an entity with a name of its own. */
function namesakeOf({ platform, name, control, state }: NamedEntity): string {
  // A button does one of the things that its control can do.
  return name !== undefined || platform === "button" ? "" : (control ?? state?.leaf ?? "");
}

function asName(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ");
}
