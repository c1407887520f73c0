import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Bench } from "./bench.ts";
import { describeContract } from "./contract.ts";
import { features } from "./features.ts";
import { kinds } from "./kinds.ts";
import { missing } from "./missing.ts";
import { Findings, headOf, shownTable, withTable } from "./table.ts";

const findings = new Findings();

describe.each(kinds.filter((kind) => !missing.includes(kind)))("$name", (kind) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = new Bench(kind, await kind.start());
  });
  afterAll(async () => {
    await bench.broker[Symbol.asyncDispose]();
  });

  describeContract(() => bench);

  it.each(features)("is looked at: $name", async ({ name, measure }) => {
    const finding = await measure(bench);
    expect(finding).toMatch(/^(5|3\.1\.1|yes|\*\*no\*\*)$/);
    findings.add(kind, name, finding);
  });
});

const docs = new URL("../../docs/brokers.md", import.meta.url);

describe("the table of docs/brokers.md", () => {
  it("shows what was found", ({ skip }) => {
    const table = findings.table();
    console.info(`\n${table}\n`);
    const document = readFileSync(docs, "utf8");
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(docs, withTable(document, table));
    const shown = shownTable(readFileSync(docs, "utf8"));
    skip(headOf(shown) !== headOf(table), `other versions are installed than the table is about`);
    expect(table).toBe(shown);
  });
});
