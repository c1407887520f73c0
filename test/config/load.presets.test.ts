import { expect, it } from "vitest";
import { loadConfig } from "../../src/config/load.ts";
import { problemsWith } from "./load-with.ts";

function problemsOf(presets: unknown): string {
  const args = { "player.url": "den", "controls.presets": JSON.stringify(presets) };
  return problemsWith({ args }).join("\n") || "none";
}

it.each([
  [{ Film: ["wake", "input TV"], "Radio – 1": { steps: ["volume 30"], onFailure: "continue" } }, /^none$/],
  [{ Film: ["volum 30"] }, /"volum 30" is not a command: there is no control "volum", did you mean volume\?/],
  [{ Film: ["xyzzy 30"] }, /there is no control "xyzzy"$/],
  [
    { Film: ["wake", "volume loud"] },
    /Film\[1\].*"volume loud" is not a command: volume: malformed: expected 0 to/,
  ],
  [{ Film: [] }, /not a list of 1 to 32 commands/],
  [{ Film: "wake" }, /"wake" is not a list of 1 to 32 commands/],
  [{ Film: { steps: ["wake"], onFailure: "panic" } }, /"panic" is not one of stop, continue/],
  [{ Film: ["wake"], FILM: ["wake"] }, /another preset has the name "FILM" in other case/],
  [["wake"], /is not presets by name/],
  [
    JSON.parse('{"__proto__": ["wake"]}'),
    /__proto__ .*is not allowed below this name, which JavaScript reserves/,
  ],
  [{ constructor: ["wake"] }, /constructor .*is not allowed below this name/],
  [Object.fromEntries(Array.from({ length: 65 }, (_, index) => [index, ["wake"]])), /at most 64 presets/],
])("the presets %j are checked at the start", (presets, expected) => {
  expect(problemsOf(presets)).toMatch(expected);
});

it("a player has presets of its own instead of those of all players", () => {
  const own = { Radio: ["volume 20"] };
  const args = {
    players: JSON.stringify([
      { id: "den", url: "den", controls: { presets: own } },
      { id: "attic", url: "attic" },
    ]),
    "controls.presets": '{"Film": ["wake"]}',
  };
  const { players } = loadConfig({ args, env: {}, cwd: "/nowhere" });
  expect(players.map(({ controls }) => controls.presets)).toEqual([own, { Film: ["wake"] }]);
});

it.each(["Film 5.1", "a.b.c.", ".", "controls.presets", "toString"])(
  "the name %j of a preset is one name, whatever its dots",
  (name) => {
    const presets = { [name]: ["wake"], Radio: { steps: ["mute on"], onFailure: "continue" } };
    const file = JSON.stringify({ player: { url: "den" }, controls: { presets } });
    const list = JSON.stringify({ players: [{ id: "den", url: "den", controls: { presets } }] });
    const other = JSON.stringify({ player: { url: "den" }, controls: { presets: { Other: ["wake"] } } });
    const inText = { "controls.presets": JSON.stringify(presets) };
    for (const [text, args, env] of [
      [file, {}, {}],
      [list, {}, {}],
      [other, inText, {}],
      [other, {}, { CONTROLS_PRESETS: JSON.stringify(presets) }],
    ] as const) {
      const { players } = loadConfig({ args, env, cwd: "/here", readFile: () => text });
      expect(players[0]?.controls.presets).toEqual(presets);
    }
  },
);

it("a path of an operation that does not exist is reported in words, whatever its dots", () => {
  const args = { "player.url": "den", "controls.paths": '{"next.track": "/a"}' };
  expect(() => loadConfig({ args, env: {}, cwd: "/nowhere" })).toThrow(/controls\.paths.*next\.track/);
});
