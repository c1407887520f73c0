import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Locator, Page } from "playwright-core";
import { launchChromium } from "../support/launch-chromium.ts";

/** Where pictures are wanted: NODE_RED_PICTURES=docs/images makes those of the documents anew. */
const wanted = process.env["NODE_RED_PICTURES"];
const root = join(import.meta.dirname, "../..");

/** Opens a page in a browser; `complaints` has all errors that it shows. */
export async function openPage(
  url: string,
  { locale = "en-US", viewport = { width: 1300, height: 800 } } = {},
): Promise<{ readonly page: Page; readonly complaints: string[] } & AsyncDisposable> {
  const browser = await launchChromium();
  const context = await browser.newContext({
    locale,
    viewport,
    deviceScaleFactor: wanted === undefined ? 1 : 1.5,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

export async function openEditor(
  url: string,
  options: Parameters<typeof openPage>[1] = {},
): Promise<{ readonly page: Page; readonly complaints: string[] } & AsyncDisposable> {
  const opened = await openPage(`${url}/`, options);
  const { page } = opened;
  await page.locator("#red-ui-header-button-deploy").waitFor();
  await page.locator("#red-ui-loading-progress").waitFor({ state: "hidden" });
  return opened;
}

export async function openDialog(page: Page, id: string): Promise<Locator> {
  await page.evaluate(`RED.editor.edit(RED.nodes.node("${id}"))`);
  const tray = page.locator(".red-ui-tray").last();
  await tray.locator(".red-ui-tray-footer, .red-ui-tray-toolbar").first().waitFor();
  await settled(page);
  return tray;
}

/** Presses Done, and waits until the dialog is gone. */
export async function closeDialog(page: Page): Promise<void> {
  await page.locator("#node-dialog-ok, #node-config-dialog-ok").last().click();
  await page.locator(".red-ui-tray").last().waitFor({ state: "detached" });
  await settled(page);
}

/** Resolves when nothing slides any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(`document.getAnimations().every(({ playState }) => playState !== "running")`);
  await page.waitForTimeout(300);
}

export async function takePicture(
  target: Page | Locator,
  name: string,
  options: Parameters<Page["screenshot"]>[0] = {},
): Promise<void> {
  if (wanted === undefined) return;
  mkdirSync(resolve(root, wanted), { recursive: true });
  await target.screenshot({ ...options, path: join(resolve(root, wanted), `${name}.png`) });
}
