import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import { expect, it } from "vitest";
import { commandTargets } from "../src/core/controls/command.ts";
import { resourceLeaves } from "../src/core/resources/player.ts";
import { settingLeaves } from "../src/core/resources/settings.ts";
import { renderDescription } from "../src/core/topics/description.ts";
import { settled } from "./core/samples.ts";

const start = "<base>/<id>/";
const settings = settingLeaves("<tag>");

/** The topics in the first cells of docs/topics.md. */
const documented = readFileSync("docs/topics.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith(`| \`${start}`))
  .flatMap((line) => {
    const [cell = ""] = line.slice(2).split(" | ");
    return Array.from(cell.replace(start, "").matchAll(/`([^`]+)`/g), ([, topic = ""]) => topic);
  });

it("docs/topics.md has every topic that a player publishes, and no other", () => {
  const told = ["watched", "played", "history", "state"];
  const published = [
    "availability",
    "info",
    "description",
    "music/queue/pages/<n>",
    ...told,
    ...resourceLeaves,
  ];
  const found = documented.filter((leaf) => !/\/(set|get)$/.test(leaf));
  expect(found.toSorted()).toEqual([...new Set([...published, ...settings])].toSorted());
});

it("docs/topics.md has every topic that a player can be commanded with, and no other", () => {
  const wanted = commandTargets.map((target) =>
    target === "settings" ? "settings/<tag>/set" : `${target}/set`,
  );
  expect(documented.filter((leaf) => leaf.endsWith("/set")).toSorted()).toEqual(wanted.toSorted());
});

it("the program in docs/topics.md lists what can be set from the description alone", () => {
  const [, program = ""] =
    /```js\nimport mqtt from "mqtt";\n([^`]*(?:`[^`]*`[^`]*)*?)```/.exec(
      readFileSync("docs/topics.md", "utf8"),
    ) ?? [];
  const lines: string[] = [];
  const client = {
    subscribe: () => {},
    on: (_event: string, hear: (topic: string, payload: string) => void) =>
      hear("player2mqtt/den/description", renderDescription(settled(), 100_000)),
  };
  // The program of the document is run as it stands there.
  new Script(`(mqtt, console) => {${program}}`).runInThisContext()(
    { connect: () => client },
    { log: (...words: unknown[]) => lines.push(words.join(" ")) },
  );
  expect(lines).toContain("player2mqtt/den/audio/input/set Input audio/input/options");
  expect(lines).toContain("player2mqtt/den/music/repeat/set Repeat off,one,all");
  expect(lines).toContain("player2mqtt/den/music/playback/set Music playback play,pause,stop,next,previous");
});

it("docs/other-systems.md names topics that exist", () => {
  const text = readFileSync("docs/other-systems.md", "utf8");
  const topics = Array.from(
    text.matchAll(/player2mqtt\/(?:living-room|\+)\/([a-z/-]+)/g),
    ([, leaf = ""]) => leaf,
  );
  const states = Array.from(text.matchAll(/mqtt\.0\.player2mqtt\.living-room\.([a-z.]+)/g), ([, leaf = ""]) =>
    leaf.replaceAll(".", "/"),
  );
  expect([topics.length > 0, states.length > 3]).toEqual([true, true]);
  expect([...topics, ...states].filter((leaf) => ![...documented, "result"].includes(leaf))).toEqual([]);
});
