import en from "./languages/en.json" with { type: "json" };
import { speak, type TextKey, type Texts } from "./texts.ts";

/** The languages besides English, each loaded on demand. A new one is a file and a line here. */
const languages: Readonly<Record<string, () => Promise<{ readonly default: Texts }>>> = {
  de: () => import("./languages/de.json", { with: { type: "json" } }),
  fr: () => import("./languages/fr.json", { with: { type: "json" } }),
  zh: () => import("./languages/zh.json", { with: { type: "json" } }),
};

/** The first of the browser's languages that the page has, with its region, which decides about dates and numbers. */
export function chooseLanguage(wanted: readonly string[]): {
  readonly language: string;
  readonly tag: string;
} {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split("-")[0] ?? "";
    if (language === "en" || Object.hasOwn(languages, language)) return { language, tag };
  }
  return { language: "en", tag: "en" };
}

/** Loads the language of the browser. */
export async function loadLanguage(wanted: readonly string[]): Promise<string> {
  const { language, tag } = chooseLanguage(wanted);
  try {
    const loaded = await languages[language]?.();
    speak(loaded === undefined ? en : named(loaded.default), tag);
    return tag;
  } catch {
    // The file was replaced by an update, or the connection broke: an English page is better than none.
    speak(en, "en");
    return "en";
  }
}

/** Texts with their names, which the build leaves out: they are those of English, in its order. */
function named(texts: Texts | readonly Texts[TextKey][]): Texts {
  if (!Array.isArray(texts)) return texts as Texts;
  return Object.fromEntries(Object.keys(en).map((name, place) => [name, texts[place]])) as Texts;
}
