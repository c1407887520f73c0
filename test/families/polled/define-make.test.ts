import { describe, expect, it } from "vitest";
import { defineMake } from "../../../src/families/polled/define-make.ts";
import { table } from "../../../src/families/wiim/family.ts";

/** What a stranger may write in JavaScript, which no compiler has seen. */
function define(change: object): () => unknown {
  return () => defineMake({ ...table, ...change });
}

describe("a table with a mistake", () => {
  const { resources, sources, calls } = table;
  const source = (status: object) => ({ sources: { ...sources, status } });
  const resource = (one: object) => ({ resources: { ...resources, ...one } });
  const call = (one: object) => ({ calls: { ...calls, ...one } });
  const value = () => undefined;
  const noFunction = "expected a function that is not async";
  const noPath = "is no path of the player, which begins with /";
  const noName = "name: expected 1 to 32 of a-z, 0-9 and -, but not auto";
  const away = "http://192.0.2.1/";
  const elsewhere = { path: away };

  it.each<[problem: string, change: object]>([
    ["resources.musik: there is no such resource", resource({ musik: { from: ["status"], value } })],
    ["resources.group: there is no source stats", resource({ group: { from: ["status", "stats"], value } })],
    [`resources.group.value: ${noFunction}`, resource({ group: { from: ["status"], value: {} } })],
    [`sources.status: http://192.0.2.1/status ${noPath}`, source({ get: "http://192.0.2.1/status" })],
    [`sources.status: //192.0.2.1/status ${noPath}`, source({ get: ["/status", "//192.0.2.1/status"] })],
    ["resources.music is missing", { resources: { model: resources.model } }],
    [
      "resources.model: it needs a source that every player has",
      source({ ...sources.status, isOptional: true }),
    ],
    ["calls.setLoudness: there is no such call", call({ setLoudness: () => "/loudness" })],
    [
      "calls.setSleep: it is never made without resources.sleep",
      call({ setSleep: ({ minutes }: { minutes: number }) => `/sleep/${minutes}` }),
    ],
    [`calls.setVolume: ${noFunction}`, call({ setVolume: "/volume" })],
    ["calls.setVolume: it asks for the same, whatever it is given", call({ setVolume: () => "/volume" })],
    [
      `calls.seekMusic: http://192.0.2.1/20 ${noPath}`,
      call({ seekMusic: ({ seconds }: { seconds: number }) => `${away}${seconds}` }),
    ],
    [
      `calls.setPower: //192.0.2.1/off ${noPath}`,
      call({ setPower: () => [{ anyOf: ["/off", "//192.0.2.1/off"] }] }),
    ],
    [
      `sources.status: the action Browse of no service ${noPath}`,
      { service: undefined, ...source({ get: { action: "Browse" } }) },
    ],
    [
      `calls.nextTrack: the action Next of no service ${noPath}`,
      { service: undefined, ...call({ nextTrack: () => ({ action: "Next" }) }) },
    ],
    ...[elsewhere, { type: undefined }, { places: [] }, { places: undefined }].map(
      (part): [string, object] => [
        "service: expected type, path and places",
        { service: { ...table.service, ...part } },
      ],
    ),
    ["service: there is no port, but type, path, places", { service: { ...table.service, port: 1 } }],
    ["grouping: there is no leave, but join, remove, end", { grouping: { ...table.grouping, leave: "/" } }],
    ["places: it needs one", { places: [] }],
    ["places: expected a scheme, http or https, and a port", { places: [{ scheme: "ftp", port: 21 }] }],
    ...["Wi Fi", undefined, "auto"].map((name): [string, object] => [noName, { name }]),
    ["sources is missing", { sources: undefined }],
    ["sources.status: get is missing", source({})],
    ["resources.group: from is missing", resource({ group: { value } })],
    ...Object.entries({
      "resources.group.value": resource({ group: { from: ["status"], value: async () => undefined } }),
      "calls.setVolume": call({ setVolume: async () => "/volume" }),
      parse: { parse: "json" },
      leader: { leader: "192.0.2.1" },
      "sources.status.mark": source({ get: "/", mark: "1" }),
      "grouping.join": { grouping: { remove: () => "/", end: "/" } },
      "grouping.remove": { grouping: { join: () => "/", end: "/" } },
    }).map(([place, change]): [string, object] => [`${place}: ${noFunction}`, change]),
    ...[["OK", "done"], [/^OK$/, "fine"], [/^OK$/, "toString"], [/^OK$/]].map((pair): [string, object] => [
      "words: expected a regular expression and one of done, refused, lacking, busy, absent",
      { words: [pair] },
    ]),
    ["discovery: expected a list", { discovery: {} }],
    ...Object.entries({ group: 1, port: 0, question: "?", hostsIn: "all", name: undefined }).map(
      ([part, one]): [string, object] => [
        "discovery: expected name, group, port, question (a Buffer) and hostsIn (a function)",
        { discovery: [{ ...table.discovery[0], [part]: one }] },
      ],
    ),
    ["the table: there is no extraTopic, but name,", { extraTopic: [] }],
    [
      "places: there is no acceptsSelfSigned, but scheme, port",
      { places: [{ ...table.places[0], acceptsSelfSigned: true }] },
    ],
    [
      "sources.status: there is no optional, but get, isOptional,",
      source({ ...sources.status, optional: true }),
    ],
    [
      "resources.group: there is no every, but from, everyMs, value",
      resource({ group: { ...resources.group, every: 1000 } }),
    ],
    ...[3000, [3, 6], [3000]].map((everyMs): [string, object] => [
      "resources.group.everyMs: expected two numbers of at least 500",
      resource({ group: { ...resources.group, everyMs } }),
    ]),
    [
      "resources.group: members is read, but not in from",
      resource({ group: { ...resources.group, from: ["status", "player"] } }),
    ],
    ["extraTopics: music/shufle is not among audio/output", { extraTopics: ["music/shufle"] }],
  ])("is refused at the start: %s (%#)", (problem, change) => {
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
