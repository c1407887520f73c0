import { readFile } from "node:fs/promises";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { newFolder } from "../support/new-folder.ts";
import { anyHouse } from "./arbitrary.ts";
import { reportFind } from "./report-find.ts";

it("a find is told in two short lines, and the rest is in a file from which it is played again", async () => {
  for (const house of fc.sample(anyHouse(16), { seed: 31, numRuns: 1 })) {
    const find = { house, problems: ["x".repeat(100_000), "another"] };
    const report = await reportFind(find, 31, newFolder());
    expect(report).toMatch(
      /^seed 31: x{500}… \(further differences: 1\)\nagain: npm run random-players -- --find \S+$/,
    );
    const file = /\S+$/.exec(report)?.[0] ?? "";
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(JSON.parse(JSON.stringify(find)));
  }
});
