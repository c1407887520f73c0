import { expect, it } from "vitest";
import { loadWith, problemsWith } from "./load-with.ts";

const subwoofer = {
  name: "subwoofer",
  title: "Subwoofer",
  kind: "switch",
  read: { path: "/SystemSettings/getSubOutputOption", pointer: "/items/0/switchStatus" },
  set: { path: "/SystemSettings/setSubSwitchEnable?switch={value}", words: { off: 0, on: 1 } },
};
const level = {
  ...subwoofer,
  name: "level",
  kind: "number",
  set: { path: "/level?to={value}", range: { min: -15, max: 15 } },
};
const clock = { ...subwoofer, name: "clock", kind: "text", set: undefined };
const mode = {
  ...subwoofer,
  name: "mode",
  kind: "choice",
  set: { path: "/mode?to={value}", words: { Quiet: "q", Loud: 7 } },
};

const given = (operations: unknown, more: object = {}) => ({
  files: {
    "config/local.yaml": JSON.stringify({ players: [{ id: "den", url: "den", operations, ...more }] }),
  },
});

it("takes operations of each kind, and sends what is written as text", () => {
  const [den] = loadWith(given([subwoofer, level, clock, mode])).players;
  expect(den?.operations?.map(({ set }) => set?.words)).toEqual([
    { off: "0", on: "1" },
    undefined,
    undefined,
    { Quiet: "q", Loud: "7" },
  ]);
  const only = { ...level, set: undefined };
  expect(problemsWith(given([only, { ...subwoofer, set: undefined }]))).toEqual([]);
});

const read = (path: string, pointer = "/a") => ({ ...subwoofer, read: { path, pointer } });
const set = (change: object, operation: { readonly set: object } = subwoofer) => ({
  ...operation,
  set: { ...operation.set, ...change },
});

it.each<[problem: RegExp, operation: object]>([
  [/operations\[0\]\.read\.path .*"http:.*is not a path of the player/, read("http://10.0.0.9/a")],
  [/read\.path .*is not a path of the player itself/, read("//10.0.0.9/a")],
  [/read\.path/, read("/a b")],
  [/read\.path/, read("/a#b")],
  [/read\.path/, read("/a\r\nX: 1")],
  [/read\.path/, read("/a?{value}")],
  [
    /read\.path .*is not a path that only reads: it is that of setPower/,
    read("/ZidooMusicControl/v2/setPowerOption?tag=off"),
  ],
  [/read\.pointer .*"items" is not a JSON pointer/, read("/a", "items")],
  [/read\.pointer/, read("/a", "/~")],
  [/set\.path .*with one \{value\}/, set({ path: "/a?b=1" })],
  [/set\.path .*with one \{value\}/, set({ path: "/a?b={value}&c={value}" })],
  [/set\.path/, set({ path: "https://10.0.0.9/?a={value}" })],
  [/kind .*"dimmer" is not one of switch, number, choice, text/, { ...subwoofer, kind: "dimmer" }],
  [/set\.range .*: is missing: expected a range/, set({ range: undefined }, level)],
  [/set\.range/, set({ range: { min: 3, max: 3 } }, level)],
  [/set\.words .*is not for a number/, set({ words: { off: 0 } }, level)],
  [/set\.range .*is not for a switch/, set({ range: { min: 0, max: 1 } })],
  [/set\.words .*expected on and off/, set({ words: { off: 0, yes: 1 } })],
  [/set\.words/, set({ words: { on: 1 } })],
  [/set\.words .*: is missing: expected words/, set({ words: undefined }, mode)],
  [/set\.words/, { ...mode, set: undefined }],
  [/set\.range .*is not for a choice/, set({ range: { min: 0, max: 1 } }, mode)],
  // Two that are sent alike.
  [/set\.words/, set({ words: { a: 1, b: "1" } }, mode)],
  [
    /set\.words .*words of 1 to 64 characters that are no numbers/,
    set({ words: { "7": "a", b: "c" } }, mode),
  ],
  [/operations\[0\]\.set .*is not for a text/, { ...clock, set: subwoofer.set }],
  [/name .*"volume" is not free: players have a topic/, { ...subwoofer, name: "volume" }],
  [/name .*"audio\/input" is not free/, { ...subwoofer, name: "audio/input" }],
  [/name .*"a\/b" is not a name: expected/, { ...subwoofer, name: "a/b" }],
  // A part of a topic.
  [/name .*is not a name/, { ...subwoofer, name: "Options" }],
  [/operations\[0\]\.name .*: is missing/, { ...subwoofer, name: undefined }],
  [/operations\[0\]\.reed .*unknown setting/, { ...subwoofer, reed: 1 }],
])("refuses with its place what %s tells: %j", (problem, operation) => {
  expect(problemsWith(given([operation]))).toEqual([expect.stringMatching(problem)]);
});

it("refuses two operations of one name, too many, and what is no list", () => {
  expect(problemsWith(given([subwoofer, { ...level, name: "Subwoofer" }]))).toEqual([
    expect.stringMatching(/operations\[1\]\.name .*"Subwoofer" is not free: operation 0 has that name/),
  ]);
  const many = Array.from({ length: 33 }, (_, index) => ({ ...subwoofer, name: `sub${index}` }));
  expect(problemsWith(given(many))).toEqual([expect.stringMatching(/a list of at most 32 operations/)]);
  expect(problemsWith(given(subwoofer))).toEqual([expect.stringMatching(/is not a list of operations/)]);
});

it("refuses a name that the settings of the player have, whoever allows them", () => {
  const gain = [{ ...subwoofer, name: "gain" }];
  const expected = [
    expect.stringMatching(/players\[0\]\.operations\[0\]\.name .*"gain" is also a tag in publish\.settings/),
  ];
  expect(problemsWith(given(gain, { publish: { settings: ["gain"] } }))).toEqual(expected);
  const forAll = { ...given(gain), args: { "publish.settings": '["gain"]' } };
  expect(problemsWith(forAll)).toEqual(expected);
  expect(problemsWith({ ...given(gain, { publish: { settings: [] } }), args: forAll.args })).toEqual([]);
});
