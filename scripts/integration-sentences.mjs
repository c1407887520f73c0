import { readdirSync, readFileSync } from "node:fs";

const languages = { en: "en", de: "de", fr: "fr", "zh-Hans": "zh" };
const frames = { fr: (text) => `{player} : ${text}.`, "zh-Hans": (text) => `{player}：${text}。` };

/**
 * The translations of the Home Assistant integration, with the reasons of the bridge in the words of the page: Home
 * Assistant translates a message of its own only by a key, so each sentence of the bridge is one.
 */
export function integrationTranslations(read, code, names) {
  const english = { ...englishSentences(), ...englishNames(code) };
  const phrases = { ...JSON.parse(read("page/languages/phrases.json")), ...names };
  return Object.fromEntries(
    Object.entries(languages).map(([language, page]) => {
      const path = `custom_components/player2mqtt/translations/${language}.json`;
      const translations = JSON.parse(read(path));
      const textOf = (code) => {
        // A name may stay English.
        const isEnglish = page === "en" || (code.startsWith("name.") && !(code in names));
        const text = isEnglish ? english[code] : phrases[code]?.[page];
        if (text === undefined) throw new Error(`page/languages/phrases.json has no translation of ${code}`);
        return text.replaceAll("'", "’");
      };
      const frame = frames[language] ?? ((text) => `{player}: ${text}.`);
      const own = Object.entries(translations.exceptions).filter(([key]) => !key.startsWith("says_"));
      const says = Object.keys(english).map((code) => [
        `says_${code.replaceAll(/\W/g, "_")}`,
        { message: frame(textOf(code)) },
      ]);
      translations.exceptions = Object.fromEntries(
        [...own, ...says].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      );
      return [path, `${JSON.stringify(translations, null, 2)}\n`];
    }),
  );
}

/** The names of controls, with which a reason says that a player does not have one. */
function englishNames({ controls, controlTitle, namePhrase }) {
  const phrases = Object.keys(controls).map((name) => namePhrase(name, controlTitle(name)));
  return Object.fromEntries(phrases.map(({ code, text }) => [code, text]));
}

/** The sentences that an outcome or a page of a library can give as its reason, by their codes. */
function englishSentences() {
  const sentences = {};
  const folders = ["src/core", "src/bridge", "src/families"];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  for (const path of files.filter((name) => name.endsWith(".ts"))) {
    const source = readFileSync(path, "utf8");
    // As `term` in src/lib/phrase.ts makes the codes of what controls expect.
    for (const [, text] of source.matchAll(/\bexpected: "([^"{]+)"/g)) {
      sentences[
        `term.${text
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, "-")
          .replaceAll(/^-|-$/g, "")}`
      ] = text;
    }
    for (const [, code, double, single] of source.matchAll(
      /\btranslatable\(\s*"([\w.-]+)",\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/g,
    )) {
      const text = double ?? single;
      // Braces that are no places, as in JSON, cannot be in a message of Home Assistant.
      if (!/\{(?!\w+\})/.test(text)) sentences[code] = text;
    }
  }
  return sentences;
}
