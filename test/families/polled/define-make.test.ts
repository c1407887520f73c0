import { describe, expect, it } from "vitest";
import { defineMake } from "../../../src/families/polled/define-make.ts";
import { table } from "../../../src/families/wiim/family.ts";

/** What a stranger may write in JavaScript, which no compiler has seen. */
function define(change: object): () => unknown {
  return () => defineMake({ ...table, ...change });
}

describe("a table with a mistake", () => {
  const { resources, sources, calls } = table;

  it.each<[string, object, string]>([
    [
      "a resource that the bridge does not have",
      { resources: { ...resources, musik: { from: ["status"], value: () => ({}) } } },
      "resources.musik: there is no such resource",
    ],
    [
      "a resource from a source that is missing",
      { resources: { ...resources, group: { from: ["status", "stats"], value: () => undefined } } },
      "resources.group: there is no source stats",
    ],
    [
      "a resource without a function",
      { resources: { ...resources, group: { from: ["status"], value: {} } } },
      "resources.group: value is no function",
    ],
    [
      "an address of another host",
      { sources: { ...sources, status: { get: "http://192.0.2.1/status" } } },
      "sources.status: http://192.0.2.1/status is no path of the player, which begins with /",
    ],
    [
      "an address of another host without a scheme",
      { sources: { ...sources, status: { get: ["/status", "//192.0.2.1/status"] } } },
      "sources.status: //192.0.2.1/status is no path of the player, which begins with /",
    ],
    ["no music", { resources: { model: resources.model } }, "resources.music is missing"],
    [
      "a model from a source that players may lack",
      { sources: { ...sources, status: { ...sources.status, isOptional: true } } },
      "resources.model: it needs a source that every player has",
    ],
    [
      "a call that the bridge does not know",
      { calls: { ...calls, setLoudness: () => "/loudness" } },
      "calls.setLoudness: there is no such call",
    ],
    [
      "a call that is a text",
      { calls: { ...calls, setVolume: "/volume" } },
      "calls.setVolume: it is no function",
    ],
    ["no place", { places: [] }, "places: it needs one"],
  ])("is refused at the start: %s", (_what, change, problem) => {
    expect(define(change)).toThrow(`the make ${table.name}: ${problem}`);
  });

  it("is one alone: this one has none", () => {
    expect(define({})).not.toThrow();
  });
});
