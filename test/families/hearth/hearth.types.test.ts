import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { newFolder } from "../../support/new-folder.ts";
import { hearth, hearthCheck } from "./start-hearth.ts";

const run = promisify(execFile);
const compiler = resolve("node_modules/typescript/bin/tsc");

async function mistakesIn(folder: string): Promise<string> {
  return run(process.execPath, [compiler, "--project", folder]).then(
    () => "",
    (error: { readonly stdout: string }) => error.stdout,
  );
}

it("an editor checks a make and what it is tried with by the types of the package", async () => {
  const folder = newFolder();
  await run(process.execPath, ["scripts/build-types.mjs", folder]);
  const check = await readFile(hearthCheck, "utf8");
  await writeFile(join(folder, "hearth.mjs"), await readFile(hearth));
  await writeFile(join(folder, "hearth.check.mjs"), check);
  const compilerOptions = {
    noEmit: true,
    checkJs: true,
    // As editors check JavaScript.
    strict: false,
    module: "nodenext",
    target: "esnext",
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
    paths: { "player2mqtt/make": ["./make.d.ts"] },
  };
  const files = ["hearth.mjs", "hearth.check.mjs"];
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  expect(await mistakesIn(folder)).toBe("");
  await writeFile(join(folder, "hearth.check.mjs"), check.replace("refusals:", "refusal:"));
  expect(await mistakesIn(folder)).toContain("'refusal' does not exist in type");
  await writeFile(join(folder, "hearth.check.mjs"), check.replace('["volume", "30"', '["volumes", "30"'));
  expect(await mistakesIn(folder)).toContain('"volumes"');
}, 240_000);
