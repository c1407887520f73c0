import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Conformance, problemsOf } from "../../support/bridge/conforms.ts";
import { hearth } from "./family.ts";
import { SimulatedHearth } from "./simulated-hearth.ts";

const conformance: Conformance<SimulatedHearth> = {
  family: hearth,
  start: () => SimulatedHearth.start(),
  hands: {
    "the volume": [({ state }) => (state.level = 20), "volume", "50"],
    "another title": [(player) => player.play("Kindling"), "music/title", "Kindling"],
    "a pause": [({ state }) => (state.state = "held"), "music/state", "paused"],
    "the end of a pause": [({ state }) => (state.state = "on"), "music/state", "playing"],
  },
  changeSource: ({ state }) => (state.input = "aux"),
  commands: [
    ["audio/input", "NET", ({ state }) => state.input === "net"],
    ["volume", "30", ({ state }) => state.level === 12],
    ["volume/level", "8", ({ state }) => state.level === 8],
    ["music/playback", "pause", ({ state }) => state.state === "held"],
    ["music/playback", "play", ({ state }) => state.state === "on"],
    ["music/playback", "next", ({ state }) => state.title === "Cinders"],
    ["music/position", "90", ({ seconds }) => seconds === 90],
    ["music/playback", "stop", ({ state }) => state.state === "off"],
  ],
  unproven: [],
  refusals: [["audio/input", "NET", "says no such input"]],
  unshown: ["volume/restriction", "sleep"],
};

it("the make of the documentation is what its table says", async () => {
  const problems: string[] = [];
  for await (const problem of problemsOf(conformance)) problems.push(problem);
  expect(problems).toEqual([]);
}, 120_000);

it("stands in the documentation as it is tested", () => {
  const page = readFileSync("docs/dev/make.md", "utf8");
  const [, example] = /```ts\n([^]*?)```/.exec(page) ?? [];
  const tested = readFileSync("test/families/hearth/family.ts", "utf8").replaceAll(
    "../../../src/families/",
    "../",
  );
  expect(example).toBe(tested);
});
