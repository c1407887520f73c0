import { describe, expect, it } from "vitest";
import {
  type Command,
  type CommandTarget,
  commonName,
  longestEffectMs,
  presetTakesMs,
  problemOf,
  readPayload,
  supersedes,
  targetCalled,
  unknownControl,
  wishFor,
} from "../../../src/core/controls/command.ts";
import { announceTakesMs } from "../../../src/core/controls/announce.ts";
import type { ControlName } from "../../../src/core/controls/table.ts";
import { parseRefresh, parseRequest, type Wording } from "../../../src/core/controls/request.ts";
import { CommandError } from "../../../src/core/errors.ts";
import { film, whole } from "../sample-player.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const selection: Wording = { field: "tag", expected: "a tag or a display name" };

/** The result of parsing, a command or an error. */
function said(payload: Uint8Array): { request: string; transaction: unknown; reason?: string } {
  try {
    return parseRequest(payload, selection);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { request: error.request, transaction: error.transaction, reason: error.message };
  }
}

describe("the name of a control", () => {
  if (whole.music === undefined) throw new Error("the sample has no music");
  const playing = { ...whole.music, playing: "playing" } as const;
  const atRest = { ...whole.music, playing: "idle" } as const;
  const paused = { ...film, state: "paused" } as const;

  it.each([
    ["audio/output", {}, "audio/output"],
    ["output", {}, "audio/output"],
    ["input", {}, "audio/input"],
    ["level", {}, "volume/level"],
    // A control of this name comes before others that end so.
    ["volume", {}, "volume"],
    ["preset", {}, "preset"],
    ["playback", { video: film, music: playing }, "video/playback"],
    ["playback", { video: paused, music: playing }, "music/playback"],
    ["position", { video: paused, music: atRest }, "video/position"],
    ["position", { music: atRest }, "music/position"],
    ["playback", { video: { ...film, state: "idle" }, music: atRest }, "music/playback"],
    ["playback", {}, "video/playback"],
    ["loudness", {}, undefined],
    ["settings/gain", {}, undefined],
  ] as const)("%s with %o is %s", (called, player, target) => {
    expect(targetCalled(called, player)).toBe(target);
  });

  it("has one common form for all that may be meant", () => {
    const names = ["output", "audio/output", "playback", "music/playback", "video/playback", "nonsense"];
    expect(names.map(commonName)).toEqual([
      "audio/output",
      "audio/output",
      "playback",
      "playback",
      "playback",
      "nonsense",
    ]);
  });
});

describe("the payload of a selection", () => {
  const expected = ', expected {"tag": "..."}';

  it.each<[string, string, string, (string | number)?]>([
    ["a tag", "XLR", "XLR"],
    ["a tag with space around it", " XLR\r\n", "XLR"],
    ["a display name", "OPT/COAX/AES", "OPT/COAX/AES"],
    ["a name in any script", "客厅 🎧", "客厅 🎧"],
    ["a tag after a byte order mark", "\uFEFFXLR", "XLR"],
    ["a tag in quotes", '"XLR"', "XLR"],
    ["a tag in quotes with space", ' " XLR " ', "XLR"],
    ["a name that only begins with a quote", '"Big" one', '"Big" one'],
    ["quotes with nothing in them", '""', '""'],
    ["quotes with space in them", '"  "', '"  "'],
    ["a list, which can only be a name", '["XLR"]', '["XLR"]'],
    ["a number, which can only be a name", "42", "42"],
    ["an object", '{"tag": "XLR"}', "XLR"],
    ["an object with a number as tag", '{"tag": 7}', "7"],
    ["an object whose tag is its value", '{"value": "XLR"}', "XLR"],
    ["an object with both", '{"value": "RCA", "tag": "XLR"}', "XLR"],
    ["an object with a transaction", '{"tag": " XLR ", "transaction": "a1"}', "XLR", "a1"],
    ["an object with a number as transaction", '{"tag": "XLR", "transaction": 7}', "XLR", 7],
    ["an object with a transaction that is none", '{"tag": "XLR", "transaction": {"a": 1}}', "XLR"],
    ["an object that is not only ours", '{"tag": "XLR", "__proto__": {"tag": "RCA"}, "x": 1}', "XLR"],
  ])("can be %s", (_name, text, request, transaction) => {
    expect(said(bytes(text))).toEqual({ request, transaction });
  });

  it.each<[string, Uint8Array | string, string, string, (string | number)?]>([
    ["nothing", "", "empty: expected a tag or a display name", ""],
    ["nothing but space", " \t\n", "empty: expected a tag or a display name", ""],
    ["an object with an empty tag", '{"tag": " ", "transaction": 1}', 'empty: "tag" has no text', "", 1],
    ["an object without a tag", '{"x": 1}', `malformed JSON: it has no "tag"${expected}`, '{"x": 1}'],
    [
      "an object with a tag of its prototype only",
      '{"__proto__": {"tag": "XLR"}}',
      `malformed JSON: it has no "tag"${expected}`,
      '{"__proto__": {"tag": "XLR"}}',
    ],
    [
      "an object with a list as tag",
      '{"tag": [5], "transaction": "t"}',
      `malformed JSON: "tag" is no text or number${expected}`,
      '{"tag": [5], "transaction": "t"}',
      "t",
    ],
    ["broken JSON", '{"tag": "X', 'malformed JSON: expected {"tag": "..."}', '{"tag": "X'],
    ["no UTF-8", Uint8Array.of(0x58, 0xff), "not UTF-8: expected a tag or a display name as UTF-8 text", ""],
    ["too long", "x".repeat(1025), "too long: 1025 bytes, at most 1024 are read", ""],
  ])("cannot be %s", (_name, payload, reason, request, transaction) => {
    const heard = said(typeof payload === "string" ? bytes(payload) : payload);
    expect(heard).toEqual({ request, transaction, reason });
  });

  it("may be just as long as is read", () => {
    expect(said(bytes("x".repeat(1024))).request).toHaveLength(1024);
  });

  it("echoes only the beginning of a malformed request and of a transaction", () => {
    const long = JSON.stringify({ transaction: "t".repeat(500), x: "x".repeat(300) });
    const { request, transaction } = said(bytes(long));
    expect([request, transaction]).toEqual([long.slice(0, 64), "t".repeat(128)]);
  });
});

describe("the payload of other controls", () => {
  const volume: Wording = { field: "value", expected: "0 to 100", fields: ["title"] };
  const read = (text: string): unknown => parseRequest(bytes(text), volume);

  it.each([
    ["30", "30"],
    ['{"value": 30}', "30"],
    ['{"value": "+5"}', "+5"],
    ['{"value": 0}', "0"],
    ['{"value": false}', "false"],
    ['{"value": 0, "title": ""}', '{"value":0,"title":""}'],
    ['{"value": ["Up", 500, "Ok"]}', '["Up",500,"Ok"]'],
  ])("can be %s", (text, request) => {
    expect(read(text)).toEqual({ request, transaction: undefined });
  });

  it.each([
    ['{"tag": 30}', 'malformed JSON: it has no "value", expected {"value": ...}'],
    ['{"value": {}}', 'malformed JSON: "value" is no text, number or list, expected {"value": ...}'],
    ['{"value": ""}', 'empty: "value" has no text'],
    ["", "empty: expected 0 to 100"],
  ])("cannot be %s", (text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });
});

it.each<[ControlName, string, string]>([
  ["music/playback", "halt", "one of play, pause, stop, next, previous"],
  ["video/position", "later", "seconds such as 90, or a step such as +30 or -10"],
  ["video/position", "=-5", "seconds such as 90, or a step such as +30 or -10"],
])("a request for %s that is %s is answered with what was expected", (name, request, expected) => {
  expect(() => readPayload(name, bytes(request))).toThrow(`malformed: expected ${expected}`);
});

it.each(["volume 5", "announce http://h", "preset A", "refresh"])("%s is read as a command", (words) => {
  const [target = "", request = ""] = words.split(" ");
  expect(readPayload(target, bytes(request))).toMatchObject({ target, request });
});

describe("the payload of a refresh", () => {
  it.each<[string, Uint8Array | string, (string | number)?]>([
    ["nothing", ""],
    ["any text", "now!"],
    ["no UTF-8", Uint8Array.of(0xff, 0xfe)],
    ["JSON that is no object", "null"],
    ["an object without a transaction", "{}"],
    ["an object with one", '{"transaction": "a1"}', "a1"],
    ["an object with 0 as one", '{"transaction": 0}', 0],
    ["what is too long to be looked at", `{"transaction": "${"x".repeat(1024)}"}`],
  ])("can be %s", (_name, payload, transaction) => {
    const heard = parseRefresh(typeof payload === "string" ? bytes(payload) : payload);
    expect(heard).toEqual({ request: "", transaction });
  });
});

it.each([
  ["volumne", 'unknown control "volumne": did you mean volume?'],
  ["Zoom", 'unknown control "Zoom": did you mean zoom?'],
  ["audio/loudness", 'unknown control "audio/loudness": did you mean audio/input or audio/output?'],
  ["explode", 'unknown control "explode": the topic info lists those of the player'],
  ["x".repeat(70), `unknown control "${"x".repeat(63)}…": the topic info lists those of the player`],
])("%s, which is no control, is answered with those that may be meant", (name, reason) => {
  expect(unknownControl(name)).toBe(reason);
  expect(() => readPayload(name, bytes("5"))).toThrow(reason);
});

describe("what a command asks for", () => {
  const commandFor = (target: CommandTarget, request: string): Command => ({
    ...wishFor(target, request),
    transaction: undefined,
    replyTo: undefined,
    receivedAt: 0,
    expiresAt: 1,
  });

  it.each<[CommandTarget, string, number]>([
    ["audio/input", "XLR", 2500],
    ["announce", "http://host/bell.mp3", announceTakesMs],
    ["preset", "Film night", presetTakesMs],
    ["refresh", "", 0],
  ])("%s takes its time at most", (target, request, takesMs) => {
    expect(longestEffectMs(wishFor(target, request))).toBe(takesMs);
  });

  it("is invalid where the control cannot read it, and a preset never, whose names the player knows", () => {
    expect(problemOf(wishFor("volume", "loud"))?.text).toMatch(/^malformed: expected /);
    expect(problemOf(wishFor("announce", "bell"))?.text).toMatch(/^malformed: expected /);
    expect(problemOf(wishFor("announce", "http://host/bell.mp3"))).toBeUndefined();
    expect(problemOf(wishFor("preset", "bell"))).toBeUndefined();
  });

  it("replaces what waits only where both set the same control", () => {
    const [newer, older] = [commandFor("volume", "30"), commandFor("volume", "20")];
    expect(supersedes(newer, older)).toBe(true);
    expect(supersedes(newer, commandFor("volume", "+5"))).toBe(false);
    expect(supersedes(commandFor("volume", "+5"), older)).toBe(false);
    expect(supersedes(newer, commandFor("audio/input", "XLR"))).toBe(false);
    expect(supersedes(commandFor("key", "Up"), commandFor("key", "Up"))).toBe(false);
    expect(supersedes(newer, commandFor("refresh", ""))).toBe(false);
    expect(supersedes(commandFor("refresh", ""), older)).toBe(false);
  });

  it.each<[ControlName, step: string, other: string]>([
    ["display/brightness", "+10", "10"],
    ["group", "add attic", "leave"],
    ["group/volume", "-5", "30"],
    ["library/play", "add album 7", "album 7"],
    ["library/play", "next service 7", "service 7"],
    ["music/playback", "next", "pause"],
    ["music/position", "+30", "30"],
    ["music/preset", "+1", "1"],
    ["music/queue", "move 1 0", "1"],
    ["screen", "toggle", "off"],
    ["video/playback", "previous", "stop"],
    ["video/position", "+5", "5"],
    ["volume", "+5", "5"],
  ])("%s %s is a step, which nothing replaces; %s is none", (control, step, other) => {
    const [aStep, none] = [commandFor(control, step), commandFor(control, other)];
    expect([step, other].map((request) => problemOf(wishFor(control, request)))).toEqual([
      undefined,
      undefined,
    ]);
    expect([supersedes(aStep, aStep), supersedes(none, aStep), supersedes(none, none)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
