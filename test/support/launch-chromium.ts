import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

/** One for all files of a worker; it ends with this process. */
let launched: Promise<Browser> | undefined;

export function launchChromium(): Promise<Browser> {
  // As root, as in containers, Chromium runs only without its own sandbox.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return (launched ??= chromium.launch({ executablePath: inject("chromium"), args }));
}
