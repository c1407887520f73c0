import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BuiltProgram } from "../cli/program.ts";

/** Until there is a release: a build from before, whose topics, fields and settings still hold. */
const beforeTheFirstRelease = "6274add3";

/** The commit that the previous build is made of: the last release before this one. Empty where history is cut off. */
export const previousCommit = findCommit();

function findCommit(): string {
  const git = (...words: readonly string[]): string =>
    spawnSync("git", words, { encoding: "utf8" }).stdout.trim();
  const release = git("describe", "--tags", "--abbrev=0", "--match=v*", "HEAD^");
  return git("rev-parse", "--verify", "--quiet", `${release || beforeTheFirstRelease}^{commit}`);
}

export function buildPrevious(): BuiltProgram {
  const directory = mkdtempSync(join(tmpdir(), "player2mqtt-previous-"));
  const tree = execFileSync("git", ["archive", previousCommit], { maxBuffer: 2 ** 28 });
  execFileSync("tar", ["--extract", "--directory", directory], { input: tree });
  symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: directory, stdio: "pipe" });
  return {
    directory,
    main: join(directory, "dist/main.js"),
    [Symbol.asyncDispose]: async () => rmSync(directory, { recursive: true, force: true }),
  };
}
