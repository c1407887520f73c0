// Writes the types of the package, by which editors complete and check the make of an owner, which is JavaScript.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";

const compiler = ["node_modules/typescript/bin/tsc", "--project", "tsconfig.make.json"];
await promisify(execFile)(process.execPath, compiler);
await writeFile("dist/make.d.ts", 'export * from "./types/families/polled/kit.ts";\n');
