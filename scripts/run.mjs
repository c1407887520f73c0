// Runs a TypeScript program of this repository on any supported Node: bundles it next to the dependencies, then starts it.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) {
  console.error("usage: node scripts/run.mjs <program.ts> [arguments]");
  process.exit(2);
}

const folder = join("node_modules", ".cache", `${basename(entry, ".ts")}-${process.pid}`);
const outfile = join(folder, "program.mjs");
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  logLevel: "warning",
});

const child = spawn(process.execPath, ["--enable-source-maps", "--expose-gc", outfile, ...args], {
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
