import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Check } from "../../../src/cli/conformance/conformance.ts";
import { problemsOf } from "../../../src/cli/conformance/conforms.ts";
import type { Family } from "../../../src/families/family.ts";
import { defaultOf, loadMake, loadMakes } from "../../../src/families/polled/load-makes.ts";
import { newFolder } from "../../support/new-folder.ts";
import { hearth as file, hearthCheck } from "./start-hearth.ts";

it("the make of the documentation is what its table says", async () => {
  const family = (await loadMake(file, [])) as Family;
  const trial = (await defaultOf(hearthCheck)) as Check;
  const problems: string[] = [];
  for await (const problem of problemsOf({ ...trial, family })) problems.push(problem);
  expect(problems).toEqual([]);
}, 120_000);

it("stands in the documentation as it is tested", () => {
  const page = readFileSync("docs/dev/make.md", "utf8");
  const [, example] = /```js\n([^]*?)```/.exec(page) ?? [];
  expect(example).toBe(readFileSync(file, "utf8"));
});

it("is what its file is now, each time that makes are loaded", async () => {
  const folder = newFolder();
  const text = readFileSync(file, "utf8");
  const outcomes: unknown[] = [];
  for (const name of ["hearth", "stove", "a mistake", "hearth"]) {
    const changed = name === "a mistake" ? "export default 1 +;" : text.replace('"hearth"', `"${name}"`);
    writeFileSync(join(folder, "make.mjs"), changed);
    const { families, broken } = await loadMakes(folder, []);
    outcomes.push(broken.length === 0 ? families.map((family) => family.name) : "a mistake");
  }
  expect(outcomes).toEqual([["hearth"], ["stove"], "a mistake", ["hearth"]]);
});
