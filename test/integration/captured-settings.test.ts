import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isSettingTag } from "../../src/core/resources/settings.ts";
import { OwnSettings } from "../../simulator/zidoo/own-settings.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { capturesFolder, withoutCaptures } from "../support/captures-folder.ts";

type Entry = Readonly<Record<string, unknown>>;

/** The captured bodies by operation. */
const bodies = new Map(
  (capturesFolder === "" ? [] : readdirSync(capturesFolder))
    .filter((name) => name.endsWith(".audio-model.json"))
    .map((name) => [
      name.split(".")[0] ?? "",
      JSON.parse(readFileSync(join(capturesFolder, name), "utf8")) as Entry,
    ]),
);

function entriesIn(value: unknown): Entry[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : [value as Entry];
  return [...own, ...Object.values(value).flatMap(entriesIn)];
}

const textOf = (entry: Entry, field: string): string => {
  const value = entry[field];
  return typeof value === "string" ? value : "";
};
const root = "/SystemSettings/getSystemSettings";
const isList = ({ option }: Entry): boolean => option === 1 || option === 5;

/** The captured pages by path; a list that nobody captured has the selected option and another one. */
function capturedPages(): Map<string, object> {
  const pages = new Map<string, object>();
  const add = (path: string, page: object): void => {
    if (pages.has(path)) return;
    pages.set(path, page);
    for (const entry of entriesIn(page)) {
      const url = textOf(entry, "url");
      if (!/\/get\w+$/.test(url)) continue;
      const captured = bodies.get(url.split("/").at(-1) ?? "");
      if (captured !== undefined) add(url, captured);
      else if (isList(entry)) add(url, invented(url, textOf(entry, "selectTitle")));
    }
  };
  add(root, bodies.get("getSystemSettings") ?? {});
  return pages;
}

function invented(path: string, selected: string): object {
  return {
    status: 200,
    currentIndex: 1,
    url: `${path.replace(/\/get(\w+?)(?:List)?$/, "/set$1")}?index=`,
    data: [
      { index: 0, title: "Another", itemDescription: "" },
      { index: 1, title: selected, itemDescription: "" },
    ],
  };
}

const pages = capturedPages();
/** What the maker's app shows as a switch, a slider or a list of options, and is not dangerous. */
const entries = [...pages.values()].flatMap(entriesIn).filter((entry) => {
  const hasValue = "switchStatus" in entry || "maxProgress" in entry || "maxValue" in entry || isList(entry);
  const url = textOf(entry, "url");
  return hasValue && "tag" in entry && !url.includes("%") && isSettingTag(textOf(entry, "tag"));
});
const tags = [...new Set(entries.map((entry) => textOf(entry, "tag")))].filter(
  (tag) => !entries.some((entry) => entry["tag"] === tag && textOf(entry, "url").includes("Language")),
);

const shownOf = (entry: Entry): string => {
  if ("switchStatus" in entry) return entry["switchStatus"] === true ? "on" : "off";
  const level = entry["currentProgress"] ?? entry["currentValue"];
  return typeof level === "number" ? String(level) : textOf(entry, "selectTitle");
};

/** Another value than the present one. */
const otherOf = (entry: Entry): string => {
  if ("switchStatus" in entry) return entry["switchStatus"] === true ? "off" : "on";
  const max = entry["maxProgress"] ?? entry["maxValue"];
  if (typeof max === "number") return shownOf(entry) === "1" ? "2" : "1";
  const options = (pages.get(textOf(entry, "url")) as { readonly data: readonly Entry[] }).data;
  return options.map((option) => textOf(option, "title")).find((title) => title !== shownOf(entry)) ?? "";
};

describe.skipIf(capturesFolder === "")(
  `the captured settings tree (else skipped: ${withoutCaptures})`,
  () => {
    it("is published as it is, and each of them is set and read back", async () => {
      await using sim = await startSimulator({ preset: "audio", now: () => 1_000_000 });
      sim.player.settings = new OwnSettings(pages);
      const list = JSON.stringify(tags);
      const args = { "publish.settings": list, "publish.confirmedSettings": list };
      await using bridged = await Bridged.settled(sim, { args });
      const last = tags.at(-1) ?? "";
      const byTag = new Map(entries.map((entry) => [textOf(entry, "tag"), entry]));
      await bridged.waitFor(`settings/${last}`, shownOf(byTag.get(last) ?? {}));
      const shown = (): unknown[] => tags.map((tag) => [tag, bridged.payload(`settings/${tag}`)]);
      expect(shown()).toEqual(tags.map((tag) => [tag, shownOf(byTag.get(tag) ?? {})]));
      for (const [tag, entry] of byTag) {
        if (!("maxProgress" in entry)) continue;
        expect(bridged.payload(`settings/${tag}/text`)).toBe(entry["currentTitle"]);
        expect(JSON.parse(bridged.payload(`settings/${tag}/range`) ?? "")).toEqual({
          min: 0,
          max: entry["maxProgress"],
          titles: [entry["startTitle"], entry["endTitle"]],
        });
      }
      const outcomes: unknown[] = [];
      for (const tag of tags) {
        const { outcome, reason } = await bridged.set(`settings/${tag}`, otherOf(byTag.get(tag) ?? {}));
        outcomes.push([tag, outcome, reason]);
      }
      expect(outcomes).toEqual(tags.map((tag) => [tag, "applied", undefined]));
      expect(shown()).toEqual(tags.map((tag) => [tag, otherOf(byTag.get(tag) ?? {})]));
    });
  },
);
