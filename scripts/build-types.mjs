// Writes the types of the package, by which editors complete and check the make of an owner, which is JavaScript.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";

const [folder = "dist"] = process.argv.slice(2);
const compiler = "node_modules/typescript/bin/tsc";
const options = ["--project", "tsconfig.make.json", "--outDir", `${folder}/types`];
await promisify(execFile)(process.execPath, [compiler, ...options]);
const lines = [
  'export * from "./types/families/polled/kit.ts";',
  'export type { Check, Conforming } from "./types/cli/conformance/conformance.ts";',
];
await writeFile(`${folder}/make.d.ts`, `${lines.join("\n")}\n`);
