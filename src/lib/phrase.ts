import { plainText } from "./plain-text.ts";

/** A value in a phrase: as it stands, or a phrase of its own. */
export type PhraseValue = string | number | Phrase;

/**
 * A sentence for people, in English; with a code, others can make it from its values in another language. Text from
 * players and systems has no code.
 */
export interface Phrase {
  readonly text: string;
  /** It names the sentence, and outlives its wording. */
  readonly code?: string;
  readonly values?: Readonly<Record<string, PhraseValue>>;
}

/** The names of the places of a text; other braces, as in JSON, hold a blank or a quote. */
type PlacesOf<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place extends `${string}${" " | '"'}${string}`
    ? never
    : Place | PlacesOf<Rest>
  : never;

/** A phrase whose text has a place such as `{port}` for each value. A test finds codes that lack a translation. */
export function translatable<const Text extends string>(
  code: string,
  text: Text,
  ...[values]: [PlacesOf<Text>] extends [never] ? [] : [Readonly<Record<PlacesOf<Text>, PhraseValue>>]
): Phrase {
  if (values === undefined) return { text, code };
  // Values come from players, brokers and senders.
  const given: Readonly<Record<string, PhraseValue>> = Object.fromEntries(
    Object.entries<PhraseValue>(values).map(([name, value]) => [
      name,
      typeof value === "string" ? plainText(value) : value,
    ]),
  );
  const filled = text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = given[name] ?? place;
    return typeof value === "object" ? value.text : String(value);
  });
  return { text: filled, code, values: given };
}

/** A part of a sentence that a table has in English, such as what a control expects. A test finds those that lack a translation. */
export function translatableTerm(text: string | Phrase): Phrase {
  if (typeof text === "object") return text;
  return {
    text,
    code: `term.${text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "")}`,
  };
}

export function listed(parts: readonly PhraseValue[]): Phrase {
  const [first = "", ...others] = parts.map((part) =>
    typeof part === "string" ? { text: plainText(part) } : part,
  );
  const start = typeof first === "object" ? first : { text: String(first) };
  return others.reduce<Phrase>(
    (list, next) => translatable("list.next", "{list}, {next}", { list, next }),
    start,
  );
}

export function withReason(phrase: Phrase): { readonly reason: string; readonly phrase: Phrase } {
  return { reason: phrase.text, phrase };
}

export function toPhrase(said: string | Phrase): Phrase {
  return typeof said === "string" ? { text: plainText(said) } : said;
}
