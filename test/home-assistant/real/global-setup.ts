import { execFileSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium } from "../../support/find-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    bridgeMain: string;
    /** The executable of the Home Assistant that is tested with. */
    hass: string;
    /** The path of the browser, or empty. */
    chromium: string;
  }
}

/** Builds the program, and looks for Home Assistant and a browser. */
export function setup(project: TestProject): () => void {
  const hass = process.env["HASS_BIN"];
  if (hass === undefined) throw new Error("HASS_BIN does not name the executable of a Home Assistant (hass)");
  accessSync(hass, constants.X_OK);
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-built-"));
  const root = join(import.meta.dirname, "../../..");
  execFileSync(process.execPath, ["scripts/build.mjs", folder], { cwd: root });
  project.provide("bridgeMain", join(folder, "main.js"));
  project.provide("hass", hass);
  project.provide("chromium", findChromium());
  return () => rmSync(folder, { recursive: true, force: true });
}
