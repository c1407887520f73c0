import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import type { Check } from "../../../src/cli/conformance/conformance.ts";
import { problemsOf } from "../../../src/cli/conformance/conforms.ts";
import type { Family } from "../../../src/families/family.ts";
import { defaultOf, loadMake } from "../../../src/families/polled/load-makes.ts";

const file = resolve("test/families/hearth/hearth.mjs");

it("the make of the documentation is what its table says", async () => {
  const family = (await loadMake(file, [])) as Family;
  const trial = (await defaultOf(file.replace(".mjs", ".check.mjs"))) as Check;
  const problems: string[] = [];
  for await (const problem of problemsOf({ ...trial, family })) problems.push(problem);
  expect(problems).toEqual([]);
}, 120_000);

it("stands in the documentation as it is tested", () => {
  const page = readFileSync("docs/dev/make.md", "utf8");
  const [, example] = /```js\n([^]*?)```/.exec(page) ?? [];
  expect(example).toBe(readFileSync(file, "utf8"));
});
