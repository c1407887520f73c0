import type { FindingView } from "../src/extensions/page/wire.ts";

type Values = NonNullable<FindingView["values"]>;

let phrases: Readonly<Partial<Record<string, string>>> = {};

/** Adds translations of the bridge's sentences, by their codes. */
export function addTranslations(translated: typeof phrases): void {
  phrases = { ...phrases, ...translated };
}

/** A sentence of the bridge in the language of the page; as it came, if it has no code or this language lacks it. */
export function translate(text: string, code?: string, values: Values = {}): string {
  const sentence = code === undefined ? undefined : phrases[code];
  if (sentence === undefined) return text;
  // Values stay as they are: ports are numbers, too.
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === "object" ? translate(value.text, value.code, value.values) : String(value);
  });
}

export function reasonText(ended: {
  readonly reason?: string | undefined;
  readonly reasonCode?: string | undefined;
  readonly reasonValues?: Values | undefined;
}): string | undefined {
  const { reason, reasonCode, reasonValues } = ended;
  return reason === undefined ? undefined : translate(reason, reasonCode, reasonValues);
}
