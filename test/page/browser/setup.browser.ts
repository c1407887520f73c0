import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { opened } from "../../support/opened.ts";
import { onSetUp } from "./set-up-folder.ts";
import { violations } from "./violations.ts";

async function addByHand(page: Page, address: string): Promise<void> {
  await page.locator("form", { hasText: "Try" }).getByLabel("Address").first().fill(address);
  await page.getByRole("button", { name: "Try", exact: true }).click();
}

it("takes a newcomer from an empty folder to a player, which is still there after a restart", async () => {
  const den = opened(await startSimulator());
  const { page, stage, text } = await onSetUp({ view: "" });
  await page.getByRole("heading", { name: "Welcome: no player is configured yet" }).waitFor();
  await page.getByRole("link", { name: "Set up the bridge" }).click();
  await page.getByText("No player answered.").waitFor();
  expect(await violations(page)).toEqual([]);

  await addByHand(page, new URL(den.url).host);
  await page.getByRole("button", { name: "Add SIM-V9 Pro" }).waitFor();
  expect(await page.locator(".setup-picture .is-light").count()).toBe(1);
  await page.locator(".setup-player").getByLabel("Name").fill("Living room");
  await page.getByText("Topics: player2mqtt/living-room/…").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Add Living room" }).click();
  await page.getByRole("button", { name: "Change Living room" }).waitFor();
  expect(text()).toContain("  - id: living-room\n    name: Living room\n");

  await stage.restart(async () => {});
  await page.getByRole("link", { name: "All players" }).click();
  await page.getByRole("article", { name: "Living room" }).waitFor();
});
