import type { CommandView, FindingView } from "../src/extensions/page/wire.ts";

type Told = Pick<FindingView, "text" | "code" | "values">;

let phrases: Readonly<Partial<Record<string, string>>> = {};

/** Adds translations of the bridge's sentences, by their codes. */
export function addTranslations(translated: typeof phrases): void {
  phrases = { ...phrases, ...translated };
}

/** A sentence of the bridge in the language of the page; as it came, if it has no code or this language lacks it. */
export function translate({ text, code, values = {} }: Told): string {
  const sentence = code === undefined ? undefined : phrases[code];
  if (sentence === undefined) return text;
  // Values stay as they are: ports are numbers, too.
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === "object" ? translate(value) : String(value);
  });
}

export function reasonText(
  ended: Pick<CommandView, "reason" | "reasonCode" | "reasonValues">,
): string | undefined {
  const { reason, reasonCode: code, reasonValues: values } = ended;
  return reason === undefined ? undefined : translate({ text: reason, code, values });
}
