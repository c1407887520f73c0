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
      "resources.group.value: expected a function that is not async",
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
      "a call for a resource that the make has not",
      { calls: { ...calls, setSleep: ({ minutes }: { minutes: number }) => `/sleep/${minutes}` } },
      "calls.setSleep: it is never made without resources.sleep",
    ],
    [
      "a call that is a text",
      { calls: { ...calls, setVolume: "/volume" } },
      "calls.setVolume: expected a function that is not async",
    ],
    [
      "a call that is a template with two values",
      { calls: { ...calls, setVolume: "/volume?from={value}&to={value}" } },
      "calls.setVolume: expected a function that is not async",
    ],
    [
      "a call that leaves out what it is given",
      { calls: { ...calls, setVolume: () => "/volume" } },
      "calls.setVolume: it asks for the same, whatever it is given",
    ],
    [
      "a call to another host",
      { calls: { ...calls, seekMusic: ({ seconds }: { seconds: number }) => `http://192.0.2.1/${seconds}` } },
      "calls.seekMusic: http://192.0.2.1/20 is no path of the player, which begins with /",
    ],
    [
      "a second way of a call to another host",
      { calls: { ...calls, setPower: () => [{ anyOf: ["/off", "//192.0.2.1/off"] }] } },
      "calls.setPower: //192.0.2.1/off is no path of the player, which begins with /",
    ],
    [
      "an action without a service",
      { service: undefined, sources: { ...sources, status: { get: { action: "Browse" } } } },
      "sources.status: the action Browse of no service is no path of the player, which begins with /",
    ],
    [
      "a call that is an action without a service",
      { service: undefined, calls: { ...calls, nextTrack: () => ({ action: "Next" }) } },
      "calls.nextTrack: the action Next of no service is no path of the player, which begins with /",
    ],
    [
      "a service at another host",
      {
        service: {
          type: "urn:a:service:Q:1",
          path: "http://192.0.2.1/",
          places: [{ scheme: "http", port: 1 }],
        },
      },
      "service: expected type, path and places",
    ],
    ...[{ type: undefined }, { places: [] }, { places: undefined }].map((part): [string, object, string] => [
      `a service with ${JSON.stringify(part)}`,
      { service: { ...table.service, ...part } },
      "service: expected type, path and places",
    ]),
    [
      "a part of a service that is misspelled",
      { service: { ...table.service, port: 1 } },
      "service: there is no port, but type, path, places",
    ],
    [
      "a part of groups that is misspelled",
      { grouping: { ...table.grouping, leave: "/" } },
      "grouping: there is no leave, but join, remove, end",
    ],
    ["no place", { places: [] }, "places: it needs one"],
    [
      "a place of another scheme",
      { places: [{ scheme: "ftp", port: 21 }] },
      "places: expected a scheme, http or https, and a port",
    ],
    ["a name that is none", { name: "Wi Fi" }, "name: expected 1 to 32 of a-z, 0-9 and -, but not auto"],
    ["no name", { name: undefined }, "name: expected 1 to 32 of a-z, 0-9 and -, but not auto"],
    ["the name of none", { name: "auto" }, "name: expected 1 to 32 of a-z, 0-9 and -, but not auto"],
    ["no sources", { sources: undefined }, "sources is missing"],
    ["a source without a path", { sources: { ...sources, status: {} } }, "sources.status: get is missing"],
    [
      "a resource from nothing",
      { resources: { ...resources, group: { value: () => undefined } } },
      "resources.group: from is missing",
    ],
    ...Object.entries<[object, string]>({
      "a value that comes later": [
        { resources: { ...resources, group: { from: ["status"], value: async () => undefined } } },
        "resources.group.value",
      ],
      "a call that comes later": [
        { calls: { ...calls, setVolume: async () => "/volume" } },
        "calls.setVolume",
      ],
      "a parser that is none": [{ parse: "json" }, "parse"],
      "a leader that is a text": [{ leader: "192.0.2.1" }, "leader"],
      "a mark that is a text": [
        { sources: { ...sources, status: { get: "/", mark: "1" } } },
        "sources.status.mark",
      ],
      "groups that nobody joins": [{ grouping: { remove: () => "/", end: "/" } }, "grouping.join"],
      "groups that nobody leaves": [{ grouping: { join: () => "/", end: "/" } }, "grouping.remove"],
    }).map(([what, [change, place]]): [string, object, string] => [
      what,
      change,
      `${place}: expected a function that is not async`,
    ]),
    ...[["OK", "done"], [/^OK$/, "fine"], [/^OK$/, "toString"], [/^OK$/]].map(
      (pair): [string, object, string] => [
        `words that are ${String(pair)}`,
        { words: [pair] },
        "words: expected a regular expression and one of done, refused, lacking, busy, absent",
      ],
    ),
    ["no list of searches", { discovery: {} }, "discovery: expected a list"],
    ...Object.entries({ group: 1, port: 0, question: "?", hostsIn: "all", name: undefined }).map(
      ([part, one]): [string, object, string] => [
        `a search with another ${part}`,
        { discovery: [{ ...table.discovery[0], [part]: one }] },
        "discovery: expected name, group, port, question (a Buffer) and hostsIn (a function)",
      ],
    ),
    ["a part that is misspelled", { extraTopic: [] }, "the table: there is no extraTopic, but name,"],
    [
      "a place with a part of the table",
      { places: [{ ...table.places[0], acceptsSelfSigned: true }] },
      "places: there is no acceptsSelfSigned, but scheme, port",
    ],
    [
      "a part of a source that is misspelled",
      { sources: { ...sources, status: { ...sources.status, optional: true } } },
      "sources.status: there is no optional, but get, isOptional,",
    ],
    [
      "a part of a resource that is misspelled",
      { resources: { ...resources, group: { ...resources.group, every: 1000 } } },
      "resources.group: there is no every, but from, everyMs, value",
    ],
    ...[3000, [3, 6], [3000]].map((everyMs): [string, object, string] => [
      `a resource that is read every ${String(everyMs)}`,
      { resources: { ...resources, group: { ...resources.group, everyMs } } },
      "resources.group.everyMs: expected two numbers of at least 500",
    ]),
    [
      "a value that reads another source",
      { resources: { ...resources, group: { ...resources.group, from: ["status", "player"] } } },
      "resources.group: members is read, but not in from",
    ],
    [
      "a topic that is misspelled",
      { extraTopics: ["music/shufle"] },
      "extraTopics: music/shufle is not among audio/output",
    ],
  ])("is refused at the start: %s", (_what, change, problem) => {
    const { name } = { name: table.name, ...change };
    expect(define(change)).toThrow(`the make ${name}: ${problem}`);
  });

  it("is none: a call that cannot be made without answers, or is one request that toggles", () => {
    const toggles = { toggleMusic: () => "/toggle", setMute: () => "/mute" };
    const needs = {
      setVolume: (_call: object, { player }: { player: { raw: { a: { b: string } } } }) => player.raw.a.b,
    };
    expect(define({ calls: { ...calls, ...toggles, ...needs } })).not.toThrow();
  });

  it("is one alone: this one has none", () => {
    expect(define({})).not.toThrow();
  });
});
