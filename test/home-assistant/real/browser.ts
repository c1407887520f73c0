import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Locator, type Page } from "playwright-core";
import { inject } from "vitest";
import type { House } from "./house.ts";

/** Where pictures are wanted: HOME_ASSISTANT_PICTURES=docs/images takes those of the documents. */
const wanted = process.env["HOME_ASSISTANT_PICTURES"];

export async function takePicture(target: Page | Locator, name: string): Promise<void> {
  if (wanted === undefined) return;
  const folder = resolve(import.meta.dirname, "../../..", wanted);
  mkdirSync(folder, { recursive: true });
  await target.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
}

/** Opens Home Assistant where somebody is logged in. */
export async function openHass(
  house: House,
  path: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<{ readonly page: Page } & AsyncDisposable> {
  // As root, as in containers, Chromium runs only without its sandbox.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: inject("chromium"), args });
  const context = await browser.newContext({ locale: "en-GB", viewport, deviceScaleFactor: 1.5 });
  const tokens = JSON.stringify(house.api.tokens);
  await context.addInitScript(`localStorage.setItem("hassTokens", ${JSON.stringify(tokens)})`);
  const page = await context.newPage();
  await page.goto(`${house.hass.url}${path}`);
  page.setDefaultTimeout(30_000);
  return { page, [Symbol.asyncDispose]: () => browser.close() };
}
