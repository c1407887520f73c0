import en from "./languages/en.json" with { type: "json" };
import { addTranslations } from "./phrases.ts";
import { currentLocale, speak, type TextKey, type Texts } from "./texts.ts";

type Translated = Parameters<typeof addTranslations>[0];

/** Phrases by their codes. The table has them in every language; the build gives each import those of its language alone. */
type Phrases = () => Promise<{ readonly default: object }>;

/** A language: the texts of the page, the sentences of the bridge by their codes, and what the settings do. */
interface Language {
  readonly texts: () => Promise<{ readonly default: Texts }>;
  readonly phrases: Phrases;
  readonly settings: Phrases;
}

/** The languages besides English, each loaded on demand. */
const languages: Readonly<Record<string, Language>> = {
  de: {
    texts: () => import("./languages/de.json", { with: { type: "json" } }),
    phrases: () => import("./languages/phrases.json", { with: { type: "json", language: "de" } }),
    settings: () => import("./languages/settings.json", { with: { type: "json", language: "de" } }),
  },
  fr: {
    texts: () => import("./languages/fr.json", { with: { type: "json" } }),
    phrases: () => import("./languages/phrases.json", { with: { type: "json", language: "fr" } }),
    settings: () => import("./languages/settings.json", { with: { type: "json", language: "fr" } }),
  },
  zh: {
    texts: () => import("./languages/zh.json", { with: { type: "json" } }),
    phrases: () => import("./languages/phrases.json", { with: { type: "json", language: "zh" } }),
    settings: () => import("./languages/settings.json", { with: { type: "json", language: "zh" } }),
  },
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

export async function loadLanguage(wanted: readonly string[]): Promise<string> {
  const { language, tag } = chooseLanguage(wanted);
  try {
    const chosen = languages[language];
    const [texts, phrases] = await Promise.all([chosen?.texts(), chosen?.phrases()]);
    speak(texts === undefined ? en : named(texts.default), tag);
    addTranslations((phrases?.default ?? {}) as Translated);
    return tag;
  } catch {
    // The file was replaced by an update, or the connection broke: an English page is better than none.
    speak(en, "en");
    return "en";
  }
}

/** What the settings do, in the language of the page; English where it cannot be loaded. */
export async function loadHints(): Promise<void> {
  const { language } = chooseLanguage([currentLocale()]);
  const hints = await languages[language]?.settings().catch(() => undefined);
  addTranslations((hints?.default ?? {}) as Translated);
}

/** Texts with their names, which the build leaves out: they are those of English, in its order. */
function named(texts: Texts | readonly Texts[TextKey][]): Texts {
  if (!Array.isArray(texts)) return texts as Texts;
  return Object.fromEntries(Object.keys(en).map((name, place) => [name, texts[place]])) as Texts;
}
