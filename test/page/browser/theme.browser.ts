import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { behind, onStage } from "./on-stage.ts";

const light = "rgb(245, 245, 242)";
const dark = "rgb(18, 18, 20)";

/** The ground colour of the page, and the colour of the browser's frame. */
function ground(page: Page): Promise<string> {
  return page.evaluate("getComputedStyle(document.body).backgroundColor");
}

it("follows the system until somebody chooses, and remembers the choice", async () => {
  const { stage } = await onStage();
  const page = await stage.look("", { colorScheme: "dark" });
  const theme = page.getByRole("combobox", { name: "Appearance" });
  await theme.waitFor();
  expect([await theme.inputValue(), await ground(page)]).toEqual(["system", dark]);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => ground(page)).toBe(light);
  await theme.selectOption({ label: "Dark" });
  expect(await ground(page)).toBe(dark);
  await page.reload();
  await theme.waitFor();
  expect([await theme.inputValue(), await ground(page)]).toEqual(["dark", dark]);
  expect(await page.locator('meta[name="theme-color"]').getAttribute("content")).toBe("#121214");
  // Another tab follows at once.
  const other = await page.context().newPage();
  await other.goto(stage.url);
  await other.getByRole("combobox", { name: "Appearance" }).selectOption({ label: "Same as the system" });
  await expect.poll(() => ground(page)).toBe(light);
});

it("never shows the other colours while it loads", async () => {
  const { stage } = await onStage({ den: {} }, { expected: /Service Worker/i });
  // A worker would have kept the files by then.
  const page = await stage.look("", { serviceWorkers: "block" });
  await page.getByRole("combobox", { name: "Appearance" }).selectOption({ label: "Dark" });
  // The page itself arrives late.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(stage.url, { waitUntil: "commit" });
  await page.locator("#page").waitFor({ state: "attached" });
  // The header is in the HTML; its menu comes with the script.
  expect([await page.getByRole("combobox").count(), await ground(page)]).toEqual([0, dark]);
  release();
  await page.getByRole("combobox", { name: "Appearance" }).waitFor();
});

it("has the switch in sight on a phone, and its choice holds where one signs in", async () => {
  const { stage } = await onStage({ den: {} }, behind("correct horse battery"));
  const page = await stage.look("", { viewport: { width: 320, height: 640 } });
  await expect.poll(() => ground(page)).toBe(light);
  await page.getByLabel("Token").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign in" }).click();
  const theme = page.getByRole("combobox", { name: "Appearance" });
  await theme.selectOption({ label: "Dark" });
  const { x = -1, width = 0 } = (await theme.boundingBox()) ?? {};
  expect(x).toBeGreaterThan(0);
  expect(x + width).toBeLessThanOrEqual(320);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Token").waitFor();
  await expect.poll(() => ground(page)).toBe(dark);
});
