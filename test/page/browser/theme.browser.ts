import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { behind, onPage, onStage } from "./on-stage.ts";

const light = "rgb(245, 245, 242)";
const dark = "rgb(18, 18, 20)";

/** The ground colour of the page, and the colour of the browser's frame. */
function ground(page: Page): Promise<string> {
  return page.evaluate("getComputedStyle(document.body).backgroundColor");
}

it("follows the system until somebody chooses, and remembers the choice", async () => {
  const { stage, page } = await onPage("", { den: {} }, {}, { colorScheme: "dark" });
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

it.each(["en-GB", "de-DE", "fr-FR", "zh-CN"])(
  "has a header of at most three lines on a phone, in %s",
  async (locale) => {
    const token = "0123456789abcdef0123";
    const { stage } = await onStage({ den: {} }, behind(token));
    const page = await stage.look("", { locale, viewport: { width: 320, height: 640 } });
    await page.locator("input[type=password]").fill(token);
    await page.keyboard.press("Enter");
    await page.locator(".card").waitFor();
    const header = await page.locator("header.top").boundingBox();
    expect(header?.height ?? 0).toBeLessThan(135);
    for (const link of await page.locator(".top nav > *").all()) {
      const box = await link.boundingBox();
      expect([box?.y, (box?.x ?? 0) + (box?.width ?? 0) <= 320]).toEqual([expect.any(Number), true]);
    }
  },
);
