import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { capturesFolder, withoutCaptures } from "../../support/captures-folder.ts";
import { ask } from "../ask.ts";

const settings = "/SystemSettings";
const paths: Readonly<Record<string, string>> = {
  getModel: "/ControlCenter/getModel",
  getPlayStatus: "/VideoPlay/getPlayStatus",
  getKnobSettingOption: `${settings}/displaySettings/getKnobSettingOption`,
  getScreenBrightness: `${settings}/displaySettings/getScreenBrightness`,
  getSpPlayModeList: `${settings}/displaySettings/getSpPlayModeList`,
  getVUModeList: `${settings}/displaySettings/getVUModeList`,
  getMasterClockList: `${settings}/audioSettings/getMasterClockList`,
  getSubOutputOption: `${settings}/audioSettings/getSubOutputOption`,
  getXlrOutputOption: `${settings}/audioSettings/getXlrOutputOption`,
  getXlrOutputPcmFilterList: `${settings}/audioSettings/xlrOutputOption/getXlrOutputPcmFilterList`,
  getXlrOutputUpSamplingList: `${settings}/audioSettings/xlrOutputOption/getXlrOutputUpSamplingList`,
  getSystemSettings: `${settings}/getSystemSettings`,
};

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
    const { json } = await ask(sim, paths[operation] ?? `/MusicControl/v2/${operation}`);
    const known = [...typesIn(json)].filter(([place]) => captured.has(place));
    expect(known.length).toBeGreaterThan(1);
    expect(
      known.filter(([place, types]) => [...types].some((type) => captured.get(place)?.has(type) !== true)),
    ).toEqual([]);
  });
});
