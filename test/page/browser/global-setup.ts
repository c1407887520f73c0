import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the built page. */
    pageFolder: string;
    /** The path of the browser, or empty. */
    chromium: string;
  }
}

const usualPlaces = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Builds the page and looks for a browser. Without one the suite is skipped, or fails if it is required. */
export function setup(project: TestProject): () => void {
  const places = [process.env["CHROMIUM"] ?? "", ...usualPlaces];
  const chromium = places.find((place) => place !== "" && existsSync(place)) ?? "";
  if (chromium === "") {
    const reason = "no chromium: apt-get install chromium, or name one in CHROMIUM";
    if (process.env["REQUIRE_CHROMIUM"] === "1") throw new Error(reason);
    process.stderr.write(`${reason}\nThe suite is skipped.\n`);
  }
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  const script = `import { buildPage } from "./scripts/build-page.mjs"; await buildPage(${JSON.stringify(folder)});`;
  const root = join(import.meta.dirname, "..", "..", "..");
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: root });
  project.provide("pageFolder", folder);
  project.provide("chromium", chromium);
  return () => rmSync(folder, { recursive: true, force: true });
}
