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

it.each([
  ["docs/configuration.md", documentConfiguration],
  ["config/default.yaml", documentDefaults],
  ["config/schema.json", documentSchema],
])("%s follows the settings", (path, document) => {
  expect(readFileSync(path, "utf8"), `${path} is stale, run: npm run docs`).toBe(document());
  expect(document()).not.toContain("[object");
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

describe("config/example.yaml", () => {
  const content = readFileSync("config/example.yaml", "utf8");
  const load = (text: string) => loadWith({ files: { "config/local.yaml": text } });

  it("begins with the line for editors, and its lines in use suffice", () => {
    const [schema = ""] = content.split("\n", 1);
    const address = /^# yaml-language-server: \$schema=(https:\/\/\S+)$/.exec(schema)?.[1] ?? "";
    // The site publishes the file of this name.
    expect(existsSync(join("config", basename(address)))).toBe(true);
    expect(load(content)).toMatchObject({
      mqtt: { url: "mqtt://192.168.1.10", username: "player2mqtt", ca: "" },
      players: [{ id: "living-room", name: "Living room" }],
    });
  });

  it("is valid, and has no section twice, with each of its other settings in use", () => {
    const whole = content.replaceAll(/^#(?! \S)/gm, "");
    expect(Object.keys(parse(whole) as object)).toEqual(["mqtt", "players", "device", "http", "log"]);
    expect(problemsWith({ files: { "config/local.yaml": whole } })).toEqual([]);
    expect(load(whole)).toMatchObject({
      mqtt: { ca: "/etc/player2mqtt/ca.pem" },
      players: [{ id: "living-room" }, { id: "cinema", queue: { fields: "all" } }],
      device: { timeoutMs: 8000 },
    });
  });
});
