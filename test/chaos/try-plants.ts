import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyWith } from "./build-program.ts";
import { type Plant, plants } from "./plants.ts";

/*
 * Whether planted bugs are found by those that `npm run chaos -- --plant all` does not ask: by the tests that a plant names,
 * and by players made at random. `npm run plants`, with names of plants to try only those.
 */

const wanted = process.argv.slice(2);
/** A known seed of players at random, and enough of them for each plant. */
const random = ["scripts/run.mjs", "test/random-players/main.ts", "--seed", "31", "--minutes", "2"];

let missed = 0;
for (const plant of plants) {
  if (wanted.length === 0 ? plant.tests !== undefined : wanted.includes(plant.name)) await tryOne(plant);
}
process.exitCode = missed === 0 ? 0 : 1;

async function tryOne(plant: Plant): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-planted-"));
  try {
    const copy = join(folder, "copy");
    const left = new Set(["node_modules", ".git", "coverage", "dist", "site"]);
    copyWith(
      plant,
      copy,
      readdirSync(".").filter((part) => !left.has(part)),
    );
    const { tests = [], isShownAtRandom = false } = plant;
    for (const test of tests) await find(plant, test, ["node_modules/vitest/vitest.mjs", "run", test], copy);
    if (isShownAtRandom) await find(plant, "players made at random", random, copy);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function find({ name }: Plant, finder: string, args: readonly string[], cwd: string): Promise<void> {
  const begunAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  const [code] = (await once(child, "close")) as [number | null];
  // Not by an error of another kind, such as a test that does not load.
  const isFound = code === 1 && /Tests\s+\d+ failed|again: npm run random-players/.test(output);
  if (!isFound) missed += 1;
  const seconds = Math.round((performance.now() - begunAt) / 1000);
  console.log(
    `${name.padEnd(24)} ${String(seconds).padStart(4)} s  ${isFound ? "found" : "MISSED"} by ${finder}`,
  );
}
