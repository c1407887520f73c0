import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { controlNames } from "../src/core/control-name.ts";
import { calls, reads } from "../src/device/operations.ts";

const text = readFileSync("docs/operations-of-the-player.md", "utf8");
const rows = text
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.trim()),
  );

/** Every operation that the specification knows by its name only. */
const named = [
  "send key",
  "wake device over wired network",
  "get power control",
  "control device power",
  "get the current music track",
  "play a queue entry",
  "next track",
  "previous track",
  "play or pause music",
  "seek music",
  "music play mode",
  "get subtitle list",
  "set subtitle",
  "get audio track list",
  "set audio track",
  "play a playlist entry",
  "video seek",
  "switch chapter",
  "previous/next video",
  "play/pause video",
  "stop video",
  "get video playback progress",
  "documentation",
];

it.each(Object.entries(reads))("the document has the row of what is read: %s", (name, { path, sure }) => {
  const row = rows.find(([first]) => first === `\`${name}\``);
  expect(row?.slice(1, 3)).toEqual([`\`${path}\``, sure]);
});

it.each(Object.entries(calls))("the document has the row of what is called: %s", (name, call) => {
  const proof = call.proof === undefined ? "nothing" : `\`${call.proof}\``;
  const { path, sure, isRepeatable } = call;
  const row = rows.find(([first]) => first === `\`${name}\``);
  expect(row?.slice(1)).toEqual([`\`${path}\``, sure, proof, isRepeatable ? "yes" : "no"]);
});

it.each(named)("the document says what became of: %s", (name) => {
  const [, topics = "", by = "", test = ""] = rows.find(([first]) => first === name) ?? [];
  expect(by).not.toBe("");
  for (const [, topic] of topics.matchAll(/`([a-z/-]+)\/set`/g)) expect(controlNames).toContain(topic);
  for (const [, used = ""] of by.matchAll(/`([a-zA-Z]+)`/g))
    expect({ ...reads, ...calls }).toHaveProperty(used);
  const path = /^`(.+)`$/.exec(test)?.[1];
  expect(name === "documentation" || (path !== undefined && existsSync(path))).toBe(true);
});

it("the document speaks of every control", () => {
  for (const name of controlNames) {
    const isSaid = text.includes(`\`${name}/set\``) || name.startsWith("audio/");
    expect([name, isSaid]).toEqual([name, true]);
  }
});
