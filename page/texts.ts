import en from "./languages/en.json" with { type: "json" };

export type TextKey = keyof typeof en;

/** A text with a form for each plural category that its language distinguishes. */
type Plural = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string };

export type Texts = Readonly<Record<TextKey, string | Plural>>;

type TextValues = Readonly<Record<string, string | number>>;

let texts: Texts = en;
let locale = "en-GB";

/** Shows the page in another language from now on; called once, before the page is drawn. */
export function speak(language: Texts, tag: string): void {
  texts = language;
  locale = tag;
}

export function currentLocale(): string {
  return locale;
}

/** A text in the language of the page. Numbers are written as usual in that language. */
export function t(key: TextKey, values: TextValues = {}): string {
  const text = texts[key];
  const form = typeof text === "string" ? text : pluralOf(text, values["count"]);
  return form.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : typeof value === "number" ? numberText(value) : value;
  });
}

export function isTextKey(name: string): name is TextKey {
  return Object.hasOwn(en, name);
}

export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(locale, options).format(value);
}

function pluralOf(text: Plural, count: string | number | undefined): string {
  const category = new Intl.PluralRules(locale).select(Number(count ?? 0));
  return text[category] ?? text.other;
}
