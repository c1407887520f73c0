import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BuiltProgram } from "../cli/program.ts";

/** The commit of the last release before this one, else the given one. Empty where history is cut off. */
export function lastReleaseOr(commit: string): string {
  const git = (...words: readonly string[]): string =>
    spawnSync("git", words, { encoding: "utf8" }).stdout.trim();
  const release = git("describe", "--tags", "--abbrev=0", "--match=v*", "HEAD^");
  return git("rev-parse", "--verify", "--quiet", `${release || commit}^{commit}`);
}

/** The program as it was at a commit. */
export function buildOf(commit: string): BuiltProgram {
  if (spawnSync("git", ["cat-file", "-e", commit]).status !== 0)
    throw new Error(`${commit} cannot be built: this clone has no history`);
  const directory = mkdtempSync(join(tmpdir(), "player2mqtt-earlier-"));
  const tree = execFileSync("git", ["archive", commit], { maxBuffer: 2 ** 28 });
  execFileSync("tar", ["--extract", "--directory", directory], { input: tree });
  symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: directory, stdio: "pipe" });
  return {
    directory,
    main: join(directory, "dist/main.js"),
    [Symbol.asyncDispose]: async () => rmSync(directory, { recursive: true, force: true }),
  };
}
