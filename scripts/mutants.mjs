// Plants small bugs everywhere and counts those that the tests find: `npm run mutants [-- <folder or file> …]`, by default the
// core and the family; with `--every 5` only one in five; `npm run mutants -- --changed` only in lines that differ from the
// main branch, for two minutes at most. Those of `custom_components` are made by Cosmic Ray, all others by Stryker.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, statSync } from "node:fs";
import { parseArgs } from "node:util";

const usual = ["src/core", "src/families/zidoo"];
const changedForMs = 120_000;
const integrationTests = "test/home-assistant/integration";

const { values, positionals: wanted } = parseArgs({
  options: { changed: { type: "boolean", default: false }, every: { type: "string", default: "1" } },
  allowPositionals: true,
});
const { changed: isChanged, every } = values;
if (wanted.some((target) => target.startsWith("custom_components"))) process.exit(inIntegration());
const targets = isChanged ? changedLines() : (wanted.length === 0 ? usual : wanted).map(globOf);
// What was not tried must not be taken for known by another run.
const sample = "node_modules/.cache/mutants-sample.json";
rmSync(sample, { force: true });
const more = every === "1" ? [] : ["--incrementalFile", sample];
if (targets.length === 0) {
  console.log("nothing in src differs from the main branch");
} else {
  const { status, error } = spawnSync(
    "npx",
    ["stryker", "run", "test/mutants/stryker.config.mjs", "--mutate", targets.join(","), ...more],
    {
      stdio: "inherit",
      env: { ...process.env, MUTANTS_EVERY: every },
      ...(isChanged && { timeout: changedForMs }),
    },
  );
  if (error?.code === "ETIMEDOUT") console.log("not all of them were tried in two minutes");
  else process.exitCode = status ?? 1;
}

function inIntegration() {
  const made = spawnSync(
    "bash",
    ["scripts/home-assistant-python.sh", "integration", `${integrationTests}/requirements.txt`],
    { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" },
  );
  if (made.status !== 0) return made.status ?? 1;
  const python = `${made.stdout.trim()}/python`;
  const words = [`${integrationTests}/mutants.py`, "--every", every, ...wanted];
  return spawnSync(python, words, { stdio: "inherit" }).status ?? 1;
}

function globOf(target) {
  return existsSync(target) && statSync(target).isDirectory() ? `${target}/**/*.ts` : target;
}

/** The changed lines of the sources, as `file:from-to`. */
function changedLines() {
  const main = ["origin/main", "main"].find(
    (name) => git("rev-parse", "--verify", "--quiet", name).status === 0,
  );
  if (main === undefined) return [];
  const { stdout } = git(
    "diff",
    "--unified=0",
    `${main}...HEAD`,
    "--",
    "src/**/*.ts",
    ":!src/extensions/page/client",
  );
  let file = "";
  return stdout.split("\n").flatMap((line) => {
    if (line.startsWith("+++ b/")) file = line.slice("+++ b/".length);
    const [, from, count = "1"] = /^@@ .*\+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    return from === undefined || count === "0" ? [] : [`${file}:${from}-${Number(from) + Number(count) - 1}`];
  });
}

function git(...args) {
  return spawnSync("git", args, { encoding: "utf8" });
}
