import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { documentConfiguration, documentDefaults } from "../../src/config/document.ts";
import { settings } from "../../src/config/schema.ts";
import { loadWith, onePlayer } from "./load-with.ts";

const stale = "is stale, run: npm run docs";

it("docs/configuration.md follows the settings", () => {
  expect(readFileSync("docs/configuration.md", "utf8"), `docs/configuration.md ${stale}`).toBe(
    documentConfiguration(),
  );
});

it("docs/configuration.md shows every default as it would be written", () => {
  expect(documentConfiguration()).not.toContain("[object");
});

it("config/default.yaml follows the settings", () => {
  expect(readFileSync("config/default.yaml", "utf8"), `config/default.yaml ${stale}`).toBe(
    documentDefaults(),
  );
});

it("config/default.yaml has every setting and changes none", () => {
  const content = readFileSync("config/default.yaml", "utf8");
  const names = Object.entries(parse(content) as Record<string, object>).flatMap(([section, leaves]) =>
    section === "players" ? section : Object.keys(leaves).map((key) => `${section}.${key}`),
  );
  expect(names).toEqual([...settings.keys()]);
  const files = { "config/local.yaml": content };
  expect(loadWith({ files, env: onePlayer })).toEqual(loadWith({ env: onePlayer }));
});

it("config/example.yaml is one that works", () => {
  const files = { "config/local.yaml": readFileSync("config/example.yaml", "utf8") };
  const { mqtt, players } = loadWith({ files });
  expect(mqtt.url).toMatch(/^mqtts:/);
  expect(players.map(({ id, queue }) => [id, queue.fields])).toEqual([
    ["living-room", "essential"],
    ["cinema", "all"],
  ]);
});
