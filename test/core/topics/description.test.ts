import { describe, expect, it } from "vitest";
import type { PropertyFacts } from "../../../src/core/resources/property.ts";
import { properties, resourceLeaves } from "../../../src/core/resources/player.ts";
import { renderDescription } from "../../../src/core/topics/description.ts";
import { problemInDescription } from "../../support/problem-in-description.ts";
import { render } from "../../../src/core/topics/render.ts";
import { having, settled, target, topicsOf } from "../samples.ts";
import { type SessionFields, sessionWith } from "../session-with.ts";
import { unlimited } from "../sample-player.ts";

interface Described {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly actions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly isCut?: boolean;
}

function described(change: SessionFields = {}, maxBytes = unlimited.maxPayloadBytes): Described {
  return JSON.parse(renderDescription(sessionWith(settled(), change), maxBytes)) as Described;
}

const parts: ReadonlySet<PropertyFacts["kind"]> = new Set(["options", "range", "name", "data", "type"]);

describe("the description of a player", () => {
  it("has each property that it publishes, and no part of one by itself", () => {
    const published = topicsOf(settled());
    const wanted = resourceLeaves.filter(
      (leaf) =>
        leaf in published && !parts.has(properties[leaf].kind) && properties[leaf].category !== "internal",
    );
    const found = Object.keys(described().properties).filter((leaf) => !leaf.startsWith("settings/"));
    expect(found.toSorted()).toEqual(wanted.toSorted());
  });

  it("says of a property what it means, where its parts are, and what may be sent", () => {
    expect(described({ settingTags: ["gain"] }).properties).toMatchObject({
      "audio/input": {
        title: "Input",
        kind: "choice",
        name: "audio/input/name",
        options: "audio/input/options",
        set: { field: "tag" },
      },
      "music/repeat": { kind: "choice", words: ["off", "one", "all"], set: { words: ["off", "one", "all"] } },
      volume: { kind: "number", unit: "%", range: { min: 0, max: 100 }, set: { examples: ["+5", "-5"] } },
      "volume/level": { rangeTopic: "volume/range" },
      "display/brightness": { rangeTopic: "display/brightness/range", category: "setting" },
      "settings/gain": { title: expect.any(String) as string, category: "setting", set: { field: "value" } },
    });
    expect(described().properties["video/codec"]).not.toHaveProperty("set");
    const declared = described({ declaredTags: ["subwoofer", "clock"] }).properties;
    expect(declared).toMatchObject({
      "settings/subwoofer": { kind: "flag", category: "setting", set: { field: "value" } },
      "settings/clock": { kind: "text", category: "diagnostic" },
    });
    expect(declared["settings/clock"]).not.toHaveProperty("set");
  });

  it("is published once everything was requested, although the last request has failed", () => {
    const unread = { support: "unknown", triedAt: Number.NEGATIVE_INFINITY } as const;
    const before = having(settled(), { dspProfiles: unread });
    const after = having(before, { dspProfiles: { triedAt: 1, hasFailed: true } });
    expect(render(target, before, after).map(({ leaf }) => leaf)).toEqual(["description"]);
  });

  it("has the actions that set no property, with their fields, and marks what others may suffer from", () => {
    const { actions, properties: own } = described();
    expect(actions).toMatchObject({
      "music/playback": { title: "Music playback", words: ["play", "pause", "stop", "next", "previous"] },
      "music/preset": { options: "music/preset/options" },
      announce: { fields: expect.arrayContaining(["volume", "keep"]) as unknown[] },
      refresh: {},
    });
    expect(actions).not.toHaveProperty("volume");
    expect(own["power"]?.["set"]).toMatchObject({ isDestructive: true });
  });

  it("leaves out what the player does not have", () => {
    const without = described(having(settled(), { video: { support: "unsupported" } }));
    expect(Object.keys(without.properties).filter((leaf) => leaf === "video/state")).toEqual([]);
    const lacking = described({ missingTopics: new Set(["music/repeat"]) });
    expect(lacking.properties).not.toHaveProperty("music/repeat");
    expect(lacking.properties).toHaveProperty("music/mode");
  });

  it("leaves out rare properties first where a broker takes no more, and says so", () => {
    const full = JSON.stringify(described()).length;
    const cut = described({}, full - 1);
    expect(cut.isCut).toBe(true);
    expect(cut.properties).toHaveProperty("music/title");
    expect(cut.properties).not.toHaveProperty("video/codec");
    expect(Object.keys(described({}, 10).properties).length).toBeGreaterThan(0);
  });

  it("keeps to its schema, cut or not", () => {
    const tags = { settingTags: ["gain", "balance", "upsampling"], declaredTags: ["subwoofer", "clock"] };
    for (const one of [described(tags), described({}, 10)])
      expect(problemInDescription(JSON.stringify(one))).toBeUndefined();
    expect(problemInDescription(JSON.stringify({ ...described(), version: 2 }))).toContain("schema");
  });

  it("stays below the usual limit of a payload", () => {
    expect(JSON.stringify(described()).length).toBeLessThan(16_000);
  });
});

const fitting: Readonly<Record<PropertyFacts["kind"], (sample: string) => boolean>> = {
  text: () => true,
  number: (sample) => Number.isFinite(Number(sample)),
  flag: (sample) => sample === "on" || sample === "off",
  choice: () => true,
  object: isJson,
  list: isJson,
  options: isJson,
  range: isJson,
  name: () => true,
  data: () => true,
  type: (sample) => sample.startsWith("image/"),
};

function isJson(sample: string): boolean {
  return typeof JSON.parse(sample) === "object";
}

it("each property has a title, and a sample that fits its kind and is one of its words", () => {
  const wrong = resourceLeaves.filter((leaf) => {
    const { kind, title, sample, words = [sample] } = properties[leaf];
    if (title === "" && !parts.has(kind)) return true;
    return sample !== "" && !(fitting[kind](sample) && words.includes(sample));
  });
  expect(wrong).toEqual([]);
});
