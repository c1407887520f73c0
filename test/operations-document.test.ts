import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { controlNames } from "../src/core/controls/table.ts";
import { libraryOperations } from "../src/families/zidoo/library-operations.ts";
import { operations } from "../src/families/zidoo/operations.ts";

const text = readFileSync("docs/dev/player-api.md", "utf8");
const rows = text
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.trim()),
  );

it.each(Object.entries(libraryOperations))(
  "the document has the row of operation %s",
  (name, { path, sure }) => {
    expect(rowOf(`\`${name}\``).slice(1, 3)).toEqual([`\`${path}\``, sure]);
  },
);

function rowOf(name: string): readonly string[] {
  return rows.find(([first]) => first === name) ?? [];
}

/** The specification gives these names, in this order, and no more of them. */
const named = (
  "send key, wake device over wired network, get power control, control device power, get the current music track, " +
  "play a queue entry, next track, previous track, play or pause music, seek music, music play mode, get subtitle list, " +
  "set subtitle, get audio track list, set audio track, play a playlist entry, video seek, switch chapter, " +
  "previous/next video, play/pause video, stop video, get video playback progress"
).split(", ");

it.each(named)("the document says by what the bridge does it, and where that is tested: %s", (name) => {
  const [, topics = "", used = "", test = ""] = rowOf(name);
  for (const [, topic] of topics.matchAll(/`([a-z/-]+)\/set`/g)) expect(controlNames).toContain(topic);
  expect([...Object.keys(operations), "wake"]).toContain(/^`(\w+)`/.exec(used)?.[1]);
  expect(existsSync(/^`(.+)`$/.exec(test)?.[1] ?? "nowhere")).toBe(true);
});

it("the document has the names of the specification in their order, and says why one is not used", () => {
  const from = rows.findIndex(([first]) => first === "operation");
  const listed = rows.slice(from + 1).map(([first = ""]) => first);
  expect(listed.filter((name) => named.includes(name))).toEqual(named);
  expect(rowOf("documentation")).toEqual([
    "documentation",
    "none",
    expect.stringMatching(/^not used: /),
    "none",
  ]);
});

it("the document has every control", () => {
  for (const name of controlNames) {
    const isSaid = text.includes(`\`${name}/set\``) || name.startsWith("audio/");
    expect([name, isSaid]).toEqual([name, true]);
  }
});
