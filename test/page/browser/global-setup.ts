import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium } from "../../support/find-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    pageFolder: string;
    /** The path of the browser, or empty. */
    chromium: string;
  }
}

/** Builds the page and looks for a browser. Without one the suite is skipped, or fails if it is required. */
export function setup(project: TestProject): () => void {
  project.provide("chromium", findChromium());
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  const script = `import { buildPage } from "./scripts/build-page.mjs"; await buildPage(${JSON.stringify(folder)});`;
  const root = join(import.meta.dirname, "..", "..", "..");
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: root });
  project.provide("pageFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
