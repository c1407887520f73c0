import { describe, expect, it } from "vitest";
import { bridgeEntities } from "../../src/extensions/home-assistant/discovery/bridge-entities.ts";
import names from "../../src/extensions/home-assistant/discovery/entity-names.json" with { type: "json" };
import { bridgePayload, playerPayload } from "../../src/extensions/home-assistant/discovery/payload.ts";
import { playerEntities } from "../../src/extensions/home-assistant/discovery/player-entities.ts";
import de from "../../src/extensions/page/client/languages/de.json" with { type: "json" };
import en from "../../src/extensions/page/client/languages/en.json" with { type: "json" };
import fr from "../../src/extensions/page/client/languages/fr.json" with { type: "json" };
import zh from "../../src/extensions/page/client/languages/zh.json" with { type: "json" };
import { settled } from "../core/samples.ts";
import { target } from "./players.ts";

const texts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { de, en, fr, zh };

const entities = [...playerEntities, ...bridgeEntities];

describe.each(["de", "fr", "zh-Hans"] as const)("the names of entities in %s", (language) => {
  it("are all there, and no others", () => {
    const keys = new Set(entities.map(({ key }) => key));
    expect(Object.keys(names[language]).toSorted()).toEqual([...keys].toSorted());
  });

  it("differ from each other within a device, as those in English do", () => {
    for (const device of [playerEntities, bridgeEntities]) {
      const translated = device.map(({ key }) => (names[language] as Record<string, string>)[key]);
      expect(new Set(translated).size).toBe(new Set(device.map(({ name }) => name)).size);
    }
  });

  it("change nothing else of an announcement: ids are the same in every language", () => {
    const session = settled();
    const pairs = [
      [playerPayload(target, session), playerPayload({ ...target, language }, session)],
      [bridgePayload("p", "1"), bridgePayload("p", "1", "bridge", { language })],
    ] as const;
    for (const [english, other] of pairs) {
      const withoutName = (all: object): object =>
        JSON.parse(
          JSON.stringify(all, (key, value: unknown) => (key === "name" ? undefined : value)),
        ) as object;
      expect(other).not.toEqual(english);
      expect(withoutName(other)).toEqual(withoutName(english));
    }
  });
});

describe.each([
  ["de", "de"],
  ["fr", "fr"],
  ["zh-Hans", "zh"],
] as const)("the words in %s", (language, page) => {
  const textsOf = (name: string): Readonly<Record<string, unknown>> => texts[name] ?? {};

  it("are those of the page, wherever the English ones are", () => {
    const shared = Object.entries(textsOf("en")).filter(([key]) =>
      /^(?:command|transport|power|screen|display)\./.test(key),
    );
    const pairs = entities.flatMap(({ key, name }) =>
      shared
        .filter(([, english]) => String(english).toLowerCase() === name.toLowerCase())
        .map(([text]) => [
          [name, (names[language] as Record<string, string>)[key]],
          [name, textsOf(page)[text]],
        ]),
    );
    expect(pairs.length).toBeGreaterThan(20);
    expect(pairs.map(([entity]) => entity)).toEqual(pairs.map(([, text]) => text));
  });
});
