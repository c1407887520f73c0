import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the registry for npm is installed, from a manifest and lock file of its own. */
export const folderOfVerdaccio = join(import.meta.dirname, "runtime");

/** Installs it, unless it is there. */
export function installVerdaccio(): void {
  if (existsSync(join(folderOfVerdaccio, "node_modules/.package-lock.json"))) return;
  const words = ["ci", "--prefix", folderOfVerdaccio, "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", [...words, "--loglevel=error"], { stdio: "inherit" });
}
