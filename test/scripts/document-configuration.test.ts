import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  documentConfiguration,
  documentDefaults,
  documentSchema,
} from "../../scripts/document-configuration.ts";
import { settings } from "../../src/config/schema.ts";
import { loadWith, onePlayer, problemsWith } from "../config/load-with.ts";

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

it("config/schema.json follows the settings", () => {
  expect(readFileSync("config/schema.json", "utf8"), `config/schema.json ${stale}`).toBe(documentSchema());
});

describe("config/example.yaml", () => {
  const content = readFileSync("config/example.yaml", "utf8");
  const load = (text: string) => loadWith({ files: { "config/local.yaml": text } });

  it("begins with the line for editors and two lines that suffice", () => {
    const [schema = "", ...lines] = content.split("\n", 3);
    const address = /^# yaml-language-server: \$schema=(https:\/\/\S+)$/.exec(schema)?.[1] ?? "";
    // The site publishes the file of this name.
    expect(existsSync(join("config", basename(address)))).toBe(true);
    expect(load(lines.join("\n"))).toEqual(load(content));
    expect(load(content)).toMatchObject({
      mqtt: { url: "mqtt://192.168.1.10", username: "player2mqtt" },
      players: [{ id: "living-room", name: "Living room" }],
    });
  });

  it("has no other setting in use, and only valid ones to use", () => {
    const blocks = content
      .split("\n\n")
      .map((block) =>
        block.split("\n").filter((line) => /^#( *[a-z-]|$)/.test(line) && !/^# [A-Z]/.test(line)),
      )
      .map((lines) => lines.map((line) => line.slice(1)).join("\n"))
      .filter((text) => /^\w+:/.test(text));
    expect(blocks.map((text) => Object.keys(parse(text) as object))).toEqual(
      ["mqtt", "players", "players", "device", "http", "log"].map((name) => [name]),
    );
    for (const text of blocks) {
      expect(
        problemsWith({
          files: { "config/local.yaml": text },
          env: text.startsWith("players") ? {} : onePlayer,
        }),
      ).toEqual([]);
    }
  });
});
