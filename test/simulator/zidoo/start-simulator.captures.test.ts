import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { operations } from "../../../simulator/zidoo/operations.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { capturesFolder, withoutCaptures } from "../../support/captures-folder.ts";
import { ask } from "../ask.ts";

/** Where the player answers about an operation, of several the film's; else it is a page of the settings tree. */
function pathOf(operation: string): string {
  const paths = Object.values(operations).flatMap(({ paths }) => paths as readonly string[]);
  const found = paths.filter((path) => path.endsWith(`/${operation}`));
  const path = found.find((one) => one.includes("VideoPlay")) ?? found[0];
  return path?.replace("{p}", "") ?? `/SystemSettings/audioSettings/${operation}`;
}

type Types = ReadonlyMap<string, ReadonlySet<string>>;

/** The types of the values at each place in a body; all entries of a list have one place. */
function typesIn(value: unknown, place = "", found = new Map<string, Set<string>>()): Types {
  const type = Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
  found.set(place, new Set([...(found.get(place) ?? []), type]));
  if (type === "list") for (const entry of value as unknown[]) typesIn(entry, `${place}[]`, found);
  if (type === "object")
    for (const [name, field] of Object.entries(value as object)) typesIn(field, `${place}.${name}`, found);
  return found;
}

const captures =
  capturesFolder === "" ? [] : readdirSync(capturesFolder).filter((name) => name.endsWith(".json"));

describe.skipIf(capturesFolder === "")(`captures of real players (else skipped: ${withoutCaptures})`, () => {
  it.each(captures)("the simulated player writes the fields of %s with the same types", async (name) => {
    const [operation = ""] = name.split(".");
    const captured = typesIn(JSON.parse(readFileSync(join(capturesFolder, name), "utf8")));
    await using sim = await startSimulator({ preset: name.includes("audio-model") ? "audio" : "video" });
    const { json } = await ask(sim, pathOf(operation));
    const known = [...typesIn(json)].filter(([place]) => captured.has(place));
    expect(known.length).toBeGreaterThan(1);
    expect(
      known.filter(([place, types]) => [...types].some((type) => captured.get(place)?.has(type) !== true)),
    ).toEqual([]);
  });
});
