import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { announceWording } from "../../src/core/controls/announce.ts";
import { presetWording } from "../../src/core/controls/command.ts";
import { malformed } from "../../src/core/controls/control.ts";
import { controlNames, controls } from "../../src/core/controls/table.ts";
import { settings } from "../../src/config/schema.ts";
import { optionsIn } from "../../page/setup/options.ts";
import { translatable, translatableTerm } from "../../src/lib/phrase.ts";
import { englishIn } from "../support/half-translated.ts";

const root = join(import.meta.dirname, "../..");
const client = join(root, "page");
const folder = join(client, "languages");

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

function textsOf(name: string): Texts {
  return JSON.parse(readFileSync(join(folder, name), "utf8")) as Texts;
}

const tables = { phrases: textsOf("phrases.json") as Table, settings: textsOf("settings.json") as Table };

function placesOf(text: Texts[string] | undefined): string[] {
  const forms = typeof text === "object" ? Object.values(text).join(" ") : (text ?? "");
  return [...new Set(forms.match(/\{\w+\}/g))].toSorted();
}

const english = textsOf("en.json");
const names = Object.keys(english);
const source = readdirSync(client, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(client, name), "utf8"))
  .join("\n");

/** Names that are written out, and patterns of names that are put together from parts. */
const literal = new Set([...source.matchAll(/"([\w./-]+)"/g)].map(([, name]) => name));
const patterns = [...source.replaceAll(/\$\{[^}]*\}/g, "*").matchAll(/`([\w.*/-]+)`/g)]
  .map(([, text = ""]) => text)
  .filter((text) => text.includes("*") && text.includes("."))
  .map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll("*", ".+")}$`));

describe("the texts of the page", () => {
  it("are all used", () => {
    const unused = names.filter((name) => !literal.has(name) && !patterns.some((one) => one.test(name)));
    expect(unused).toEqual([]);
  });

  it("are in alphabetical order, so that a new one has one place", () => {
    expect(names).toEqual(names.toSorted());
  });
});

describe.each(readdirSync(folder).filter((name) => /^\w\w\.json$/.test(name)))("%s", (name) => {
  const texts = textsOf(name);

  it("has each text once, and no other", () => {
    expect(Object.keys(texts).toSorted()).toEqual(names.toSorted());
  });

  it("keeps the places of each text", () => {
    const places = (of: Texts) => Object.fromEntries(names.map((key) => [key, placesOf(of[key])]));
    expect(places(texts)).toEqual(places(english));
  });

  it("has a form for every number, and no empty text", () => {
    for (const text of Object.values(texts)) {
      expect(typeof text === "object" ? text["other"] : text).toMatch(/\S/);
    }
  });
});

/** The sentences of the bridge by their codes, from where they are made. */
const bridge = join(root, "src");
const calls = readdirSync(bridge, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .flatMap((name) =>
    readFileSync(join(bridge, name), "utf8")
      .split(/\btranslatable\(/)
      .slice(1),
  );
/** Parts of sentences that the table of controls has in English. */
const terms = [
  ...controlNames.map((name) => controls[name].expected),
  presetWording.expected,
  announceWording.expected,
  "a value",
  "a value of the setting",
].flatMap((text) => (typeof text === "string" ? [[translatableTerm(text).code, text] as const] : []));
const written = calls.map((call) => {
  const [, code, double, single] = /^\s*"([\w.-]+)",\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/.exec(call) ?? [];
  return [code, double ?? single] as const;
});
/** The set-up form shows what the settings do. */
const shown = optionsIn(
  [...settings]
    .filter(([name]) => name !== "players" && !/^(?:player|makes)\./.test(name))
    .map(([name, { default: initial, doc }]) => ({ name, initial: initial as string, doc })),
);
const hints = [...shown.main, ...shown.more].map(({ name, doc }) => [`hint.${name}`, doc] as const);
const sayings = [...written, ...terms];

describe("the sentences of the bridge", () => {
  it("are written out where they are made, so that they are found, and each code has one", () => {
    expect(sayings.length).toBeGreaterThan(300);
    expect(sayings.filter(([code, text]) => code === undefined || text === undefined)).toEqual([]);
    const texts = new Map(sayings);
    expect(sayings.filter(([code, text]) => texts.get(code) !== text)).toEqual([]);
  });

  it.each([
    ["phrases", sayings],
    ["settings", hints],
  ] as const)("of the table %s are in each language, with their places", (name, texts) => {
    const codes = [...new Set(texts.map(([code]) => code ?? ""))].toSorted();
    expect(Object.keys(tables[name])).toEqual(codes);
    for (const [code = "", text] of texts) {
      const places = ["de", "fr", "zh"].map((language) => [language, placesOf(text)]);
      const translated = Object.entries(tables[name][code] ?? {});
      expect([code, translated.map(([language, one]) => [language, placesOf(one)])]).toEqual([code, places]);
    }
  });
});

it("a reason of our own is a message, which other languages have, and not a plain text", () => {
  const plain = readdirSync(bridge, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(families|core|bridge|mqtt)\/.*\.ts$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join(bridge, name), "utf8").matchAll(/\breason[:=] *(["`][^"`]* [^"`]*["`])/g),
    ])
    .map(([, text = ""]) => text);
  expect(plain).toEqual([]);
});

it("what a control expects is German in a German sentence, and an English value is found", () => {
  for (const name of controlNames) expect(englishIn(malformed(controls[name].expected))).toEqual([]);
  expect(
    englishIn(translatable("request.malformed", "malformed: expected {expected}", { expected: "the tag" })),
  ).toEqual(["the tag"]);
});

describe("Chinese", () => {
  /** Text that a user types as it stands: addresses, settings and places, with their own punctuation. */
  const typed = /\w+:\/\/|[\w.]+: true|\d,\d|host:port|\{\w+\}/g;

  it("has the punctuation of Chinese", () => {
    const phrases = Object.values(tables).flatMap((table) => Object.values(table));
    const texts = [...Object.values(textsOf("zh.json")), ...phrases.map(({ zh = "" }) => zh)];
    const forms = texts.flatMap((text) => (typeof text === "object" ? Object.values(text) : [text]));
    expect(forms.filter((text) => /[,:;?!()]/.test(text.replaceAll(typed, "")))).toEqual([]);
  });
});
