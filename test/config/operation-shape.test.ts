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

it.each([
  [
    "the path of another host",
    read("http://10.0.0.9/a"),
    /operations\[0\]\.read\.path .*"http:.*is not a path of the player/,
  ],
  ["another host in short", read("//10.0.0.9/a"), /read\.path .*is not a path of the player itself/],
  ["a path with a space", read("/a b"), /read\.path/],
  ["a path with a fragment", read("/a#b"), /read\.path/],
  ["a line that ends", read("/a\r\nX: 1"), /read\.path/],
  ["a read with a value", read("/a?{value}"), /read\.path/],
  [
    "a read that changes the player",
    read("/ZidooMusicControl/v2/setPowerOption?tag=off"),
    /read\.path .*is not a path that only reads: it is that of setPower/,
  ],
  ["a pointer without a slash", read("/a", "items"), /read\.pointer .*"items" is not a JSON pointer/],
  ["a pointer with a bare tilde", read("/a", "/~"), /read\.pointer/],
  ["no value to set", set({ path: "/a?b=1" }), /set\.path .*with one \{value\}/],
  ["two values to set", set({ path: "/a?b={value}&c={value}" }), /set\.path .*with one \{value\}/],
  ["another host to set", set({ path: "https://10.0.0.9/?a={value}" }), /set\.path/],
  [
    "an unknown kind",
    { ...subwoofer, kind: "dimmer" },
    /kind .*"dimmer" is not one of switch, number, choice, text/,
  ],
  [
    "a number without its range",
    set({ range: undefined }, level),
    /set\.range .*: is missing: expected a range/,
  ],
  ["a range without a width", set({ range: { min: 3, max: 3 } }, level), /set\.range/],
  ["a number with words", set({ words: { off: 0 } }, level), /set\.words .*is not for a number/],
  ["a switch with a range", set({ range: { min: 0, max: 1 } }), /set\.range .*is not for a switch/],
  ["a switch with another word", set({ words: { off: 0, yes: 1 } }), /set\.words .*expected on and off/],
  ["a switch with one word", set({ words: { on: 1 } }), /set\.words/],
  ["a choice without words", set({ words: undefined }, mode), /set\.words .*: is missing: expected words/],
  ["a choice that is never set", { ...mode, set: undefined }, /set\.words/],
  ["a choice with a range", set({ range: { min: 0, max: 1 } }, mode), /set\.range .*is not for a choice/],
  ["two words that are sent alike", set({ words: { a: 1, b: "1" } }, mode), /set\.words/],
  [
    "a word that is a number",
    set({ words: { "7": "a", b: "c" } }, mode),
    /set\.words .*words of 1 to 64 characters that are no numbers/,
  ],
  ["a text to set", { ...clock, set: subwoofer.set }, /operations\[0\]\.set .*is not for a text/],
  [
    "a name that players have",
    { ...subwoofer, name: "volume" },
    /name .*"volume" is not free: players have a topic/,
  ],
  ["a topic that players have", { ...subwoofer, name: "audio/input" }, /name .*"audio\/input" is not free/],
  ["a name with a slash", { ...subwoofer, name: "a/b" }, /name .*"a\/b" is not a name: expected/],
  ["a name that is a part of a topic", { ...subwoofer, name: "Options" }, /name .*is not a name/],
  ["no name", { ...subwoofer, name: undefined }, /operations\[0\]\.name .*: is missing/],
  ["a key that does not exist", { ...subwoofer, reed: 1 }, /operations\[0\]\.reed .*unknown setting/],
])("refuses %s, with its place", (_, operation, expected) => {
  expect(problemsWith(given([operation]))).toEqual([expect.stringMatching(expected)]);
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
