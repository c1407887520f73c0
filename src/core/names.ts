import names from "./names.json" with { type: "json" };
import type { Phrase } from "../lib/phrase.ts";

/** The languages that have names; the others show the English titles of the declarations. */
export type NameLanguage = "de" | "fr" | "zh";

const table: Readonly<Record<string, Readonly<Partial<Record<NameLanguage, string>>>>> = names;

/**
 * The name of a property, a control or an action in another language, by its topic. `entity/<key>` has that of an entity of Home
 * Assistant that is called otherwise, `resource/<name>` that of a part of a player.
 */
export function translatedName(key: string, language: NameLanguage): string | undefined {
  return table[key]?.[language];
}

/** A name in a sentence. Without a translation it stays English. */
export function namePhrase(key: string, title: string): Phrase {
  // An abbreviation, such as DAC, keeps its capitals.
  const isWord = /^\p{Lu}(?!\p{Lu})/u.test(title);
  const text = isWord ? title.charAt(0).toLowerCase() + title.slice(1) : title;
  return { text, code: `name.${key}` };
}
