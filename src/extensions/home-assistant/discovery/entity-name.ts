import names from "./entity-names.json" with { type: "json" };
import type { Entity } from "./entity.ts";

export type EntityLanguage = "en" | keyof typeof names;

export function entityName(
  { key, name }: Pick<Entity<string>, "key" | "name">,
  language: EntityLanguage,
): string {
  const translated: Readonly<Record<string, string>> = language === "en" ? {} : names[language];
  return translated[key] ?? name;
}
