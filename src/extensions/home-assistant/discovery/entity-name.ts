import names from "./entity-names.json" with { type: "json" };
import type { Entity } from "./entity.ts";

/** A language of the names of entities; the entities themselves have English ones. */
export type EntityLanguage = "en" | keyof typeof names;

/** The name of an entity in a language. */
export function entityName(
  { key, name }: Pick<Entity<string>, "key" | "name">,
  language: EntityLanguage,
): string {
  const translated: Readonly<Record<string, string>> = language === "en" ? {} : names[language];
  return translated[key] ?? name;
}
