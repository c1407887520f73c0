import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { commandTable } from "../src/cli/command-table.ts";
import { loadWith } from "./config/load-with.ts";

const pages = readdirSync("docs").filter((name) => name.endsWith(".md"));
const read = (path: string): string => readFileSync(path, "utf8");
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;

it("the pages for users have at most 30,000 words", () => {
  const words = pages.map((name) => [name, wordsOf(read(`docs/${name}`))] as const);
  const total = words.reduce((sum, [, count]) => sum + count, 0);
  const longest = words.toSorted(([, a], [, b]) => b - a).slice(0, 5);
  expect(total, `the longest: ${JSON.stringify(longest)}`).toBeLessThanOrEqual(30_000);
});

it("the ten first questions stand on the first screen of a page, each with an answer that leads on", () => {
  const lines = read("docs/faq.md").split("\n").slice(0, 16);
  const questions = lines.filter((line) => /^\| [^|]+\? \| /.test(line));
  expect(questions).toHaveLength(10);
  expect(questions.filter((line) => !/\]\(|`/.test(line))).toEqual([]);
});

it("the table of commands has each with an example", () => {
  const rows = [...read("docs/commands.md").matchAll(/^\| `(\w+)` \| .+ \| `([^`]+)` \|$/gm)];
  expect(new Set(rows.map(([, name]) => name))).toEqual(new Set(commandTable.keys()));
  for (const [, name = "", example = ""] of rows)
    expect(example).toMatch(name === "run" ? /player2mqtt$/ : new RegExp(`^player2mqtt ${name}\\b`));
});

it("the smallest configuration is valid as it stands on the page", () => {
  const [, content = ""] =
    /## The smallest configuration\n+```yaml\n(.*?)```/s.exec(read("docs/install.md")) ?? [];
  expect(loadWith({ files: { "config/local.yaml": content } })).toMatchObject({
    mqtt: { url: "mqtt://192.168.1.10", username: "player2mqtt" },
    players: [{ id: "living-room", name: "Living room", url: "http://192.168.1.20" }],
  });
});
