import names from "./names.json" with { type: "json" };
import type { Phrase } from "../lib/phrase.ts";

/** What something with an English title is called in the other languages. */
export type Names = Readonly<Record<"de" | "fr" | "zh", string>>;

const table: Readonly<Partial<Record<string, Names>>> = names;

/**
 * The names of what has no declaration with names: `entity/<key>` of an entity of Home Assistant that is not called as its topic,
 * `resource/<name>` of a part of a player, and the actions.
 */
export function namesOf(key: string): Names | undefined {
  return table[key];
}

/** A name in a sentence. Without a translation it stays English. */
export function namePhrase(key: string, title: string): Phrase {
  // An abbreviation, such as DAC, keeps its capitals.
  const isWord = /^\p{Lu}(?!\p{Lu})/u.test(title);
  const text = isWord ? title.charAt(0).toLowerCase() + title.slice(1) : title;
  return { text, code: `name.${key}` };
}
