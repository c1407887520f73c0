import { expect, it } from "vitest";
import { actionTitles } from "../../src/core/controls/command.ts";
import { controlNames, controls, isProperty } from "../../src/core/controls/table.ts";
import { namePhrase } from "../../src/core/names.ts";
import names from "../../src/core/names.json" with { type: "json" };
import { properties, publicNameOf, resourceNames } from "../../src/core/resources/player.ts";
import { bridgeEntities } from "../../src/extensions/home-assistant/discovery/bridge-entities.ts";
import { playerEntities } from "../../src/extensions/home-assistant/discovery/player-entities.ts";

it.each([
  ["Knob color", "knob color"],
  ["DAC filter", "DAC filter"],
  ["", ""],
])("%j is %j in a sentence", (title, text) => {
  expect(namePhrase("some/topic", title)).toEqual({ text, code: "name.some/topic" });
});

it("the table of names has no key that nothing is called by, in a sorted order", () => {
  const known = new Set([
    ...Object.keys(actionTitles),
    ...resourceNames.map((name) => `resource/${publicNameOf(name)}`),
    ...[...playerEntities, ...bridgeEntities].map(({ key }) => `entity/${key}`),
  ]);
  const keys = Object.keys(names);
  expect(keys.filter((key) => !known.has(key))).toEqual([]);
  expect(keys).toEqual(keys.toSorted());
});

it("what most people look for has a name in every language", () => {
  const sought = Object.entries(properties).filter(
    ([, { title, category }]) => title !== "" && (category === undefined || category === "setting"),
  );
  const own = controlNames.filter((name) => !isProperty(name)).map((name) => [name, controls[name]] as const);
  expect(
    [...sought, ...own].flatMap(([name, { names: told }]) => (told === undefined ? [name] : [])),
  ).toEqual([]);
});
