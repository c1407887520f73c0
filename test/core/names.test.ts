import { expect, it } from "vitest";
import { commandTargets } from "../../src/core/controls/command.ts";
import { namePhrase, translatedName } from "../../src/core/names.ts";
import names from "../../src/core/names.json" with { type: "json" };
import { properties, publicNameOf, resourceNames } from "../../src/core/resources/player.ts";
import { bridgeEntities } from "../../src/extensions/home-assistant/discovery/bridge-entities.ts";
import { playerEntities } from "../../src/extensions/home-assistant/discovery/player-entities.ts";

it("a name that a language does not have is English", () => {
  expect(translatedName("audio/input", "de")).toBe("Eingang");
  expect(translatedName("disk/free", "de")).toBeUndefined();
});

it.each([
  ["Knob color", "knob color"],
  ["DAC filter", "DAC filter"],
  ["", ""],
])("%j is %j in a sentence", (title, text) => {
  expect(namePhrase("some/topic", title)).toEqual({ text, code: "name.some/topic" });
});

it("the table of names has no key that nothing is called by, in a sorted order", () => {
  const known = new Set([
    ...Object.keys(properties),
    ...commandTargets,
    ...resourceNames.map((name) => `resource/${publicNameOf(name)}`),
    ...[...playerEntities, ...bridgeEntities].map(({ key }) => `entity/${key}`),
  ]);
  const keys = Object.keys(names);
  expect(keys.filter((key) => !known.has(key))).toEqual([]);
  expect(keys).toEqual(keys.toSorted());
});
