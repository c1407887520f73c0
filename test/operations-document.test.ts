import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { controlNames } from "../src/core/controls/table.ts";
import { libraryOperations } from "../src/families/zidoo/library-operations.ts";
import { namedOperations, unusedOperations } from "./support/named-operations.ts";

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

it.each(namedOperations)("the document has the row of $name, as it is tried", ({ name, by, sets, says }) => {
  const [, topics = "", used, test = ""] = rowOf(name);
  const control = sets.at(-1)?.[0];
  expect(topics).toContain(`\`${control === undefined ? (says[0].split("/")[0] ?? "") : `${control}/set`}`);
  for (const [, topic] of topics.matchAll(/`([a-z/-]+)\/set`/g)) expect(controlNames).toContain(topic);
  expect(used).toMatch(new RegExp(`^\`${by}\``));
  expect(existsSync(/^`(.+)`$/.exec(test)?.[1] ?? "nowhere")).toBe(true);
});

it.each(unusedOperations)("the document says why it is not used: %s", (name) => {
  expect(rowOf(name)).toEqual([name, "none", expect.stringMatching(/^not used: /), "none"]);
});

it("the document has the names of the specification in their order, and no others", () => {
  const from = rows.findIndex(([first]) => first === "operation");
  const listed = rows.slice(from + 1).map(([first = ""]) => first);
  const named = [...namedOperations.map(({ name }) => name), ...unusedOperations];
  expect(listed.filter((name) => named.includes(name))).toEqual(named);
});

it("the document has every control", () => {
  for (const name of controlNames) {
    const isSaid = text.includes(`\`${name}/set\``) || name.startsWith("audio/");
    expect([name, isSaid]).toEqual([name, true]);
  }
});
