import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Phrase, toPhrase } from "../../src/lib/phrase.ts";

const file = join(import.meta.dirname, "../../page/languages/phrases.json");
const phrases = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, object>>;
/** Words of English sentences that are no German ones, and in no name of a test. */
const english = /\b(?:the|no|not|of|with|and|or|is|are|has|than|more|within|expected|every|such|its)\b/i;

/** A film or a track has a title in any language. */
const title = /'[^']*'/g;

/** What MQTT.js calls a code of the broker. */
const fromLibrary = /^Connection refused: /;

/** The values of a sentence that a German reader sees in English. */
export function englishIn({ code, text, values = {} }: Phrase): string[] {
  // A name may stay English.
  if (code !== undefined && phrases[code] === undefined) return code.startsWith("name.") ? [] : [text];
  const own = text.replaceAll(title, "");
  const inner = Object.values(values).flatMap((value) => {
    return typeof value === "number" ? [] : englishIn(toPhrase(value));
  });
  return code === undefined && english.test(own) && !fromLibrary.test(text) ? [text, ...inner] : inner;
}
