import en from "./languages/en.names.json" with { type: "json" };
import { translate } from "./phrases.ts";

const english: Readonly<Record<string, string>> = en;

/** The name of a property or a control in the language of the page; by default in English, as the player describes it, else its topic. */
export function nameOf(topic: string, title = topic): string {
  return translate({ text: english[topic] ?? title, code: `name.${topic}` });
}
