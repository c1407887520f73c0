import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium } from "../../support/find-chromium.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";

declare module "vitest" {
  interface ProvidedContext {
    bridgeMain: string;
    /** The path of the browser, or empty. */
    chromium: string;
  }
}

/** Builds the program and looks for a browser; says once why the tests are skipped. */
export function setup(project: TestProject): () => void {
  if (whyNoHomeAssistant !== "") console.info(`The suite is skipped: ${whyNoHomeAssistant}.`);
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-built-"));
  const root = join(import.meta.dirname, "../../..");
  if (whyNoHomeAssistant === "") execFileSync(process.execPath, ["scripts/build.mjs", folder], { cwd: root });
  project.provide("bridgeMain", join(folder, "main.js"));
  project.provide("chromium", findChromium());
  return () => rmSync(folder, { recursive: true, force: true });
}
