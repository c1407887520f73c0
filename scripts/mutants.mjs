// Plants small bugs everywhere and counts those that the tests find: `npm run mutants [-- <folder or file> …]`, by default the
// core and the family; with `--every 5` only one in five; `npm run mutants -- --changed` only in lines that differ from the
// main branch, or on it from what it was a day ago, for three minutes at most.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, statSync } from "node:fs";
import { parseArgs } from "node:util";

const usual = ["src/core", "src/families/zidoo"];
const mutated = ["src/**/*.ts", "simulator/**/*.ts", "node-red/src/runtime/*.ts"];
const changedForSeconds = 180;

const { values, positionals: wanted } = parseArgs({
  options: { changed: { type: "boolean", default: false }, every: { type: "string", default: "1" } },
  allowPositionals: true,
});
const { changed: isChanged, every } = values;
const targets = isChanged ? changedLines() : wanted.length === 0 ? usual : wanted;
if (targets.length === 0) console.log("nothing that mutants are made of has changed");
else tryWithStryker(targets.map(globOf));

function tryWithStryker(globs) {
  // What was not tried must not be taken for known by another run.
  const sample = "node_modules/.cache/mutants-sample.json";
  rmSync(sample, { force: true });
  const more = every === "1" && !isChanged ? [] : ["--incrementalFile", sample];
  const until = isChanged ? Date.now() + changedForSeconds * 1000 : Number.MAX_SAFE_INTEGER;
  const { status } = spawnSync(
    "npx",
    ["stryker", "run", "test/mutants/stryker.config.mjs", "--mutate", globs.join(","), ...more],
    { stdio: "inherit", env: { ...process.env, MUTANTS_EVERY: every, MUTANTS_UNTIL: String(until) } },
  );
  process.exitCode ||= status ?? 1;
}

function globOf(target) {
  return existsSync(target) && statSync(target).isDirectory() ? `${target}/**/*.ts` : target;
}

/** The changed lines of the sources, as `file:from-to`. */
function changedLines() {
  const main = ["origin/main", "main"].find((name) => git("rev-parse", "--verify", "--quiet", name) !== "");
  const base = git("merge-base", main ?? "HEAD", "HEAD");
  const from = base === git("rev-parse", "HEAD") ? git("rev-list", "-1", "--before=1 day ago", "HEAD") : base;
  if (from === "") return [];
  let file = "";
  return git("diff", "--unified=0", from, "HEAD", "--", ...mutated)
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("+++ b/")) file = line.slice("+++ b/".length);
      const [, first, count = "1"] = /^@@ .*\+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
      if (first === undefined || count === "0") return [];
      return [`${file}:${first}-${Number(first) + Number(count) - 1}`];
    });
}

function git(...words) {
  return spawnSync("git", words, { encoding: "utf8" }).stdout.trim();
}
