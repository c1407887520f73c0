import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, inject, it } from "vitest";
import { openPage, takePicture } from "./editor.ts";
import type { FlowNode } from "./example-flow.ts";
import { quick, startBridge } from "./nodes-flow.ts";
import { setStage } from "./stage.ts";

beforeEach(({ skip }) => {
  skip(inject("chromium") === "", "no chromium");
});

const file = join(import.meta.dirname, "../../node-red/examples/Remote on a dashboard.json");

it("the remote on a dashboard shows cover and title, and controls the player", async () => {
  await using stage = await setStage({ preset: "audio", settings: quick, hasDashboard: true });
  await startBridge(stage);
  await stage.nodeRed.deployNodes(JSON.parse(readFileSync(file, "utf8")) as FlowNode[]);
  const viewport = { width: 640, height: 530 };
  await using opened = await openPage(`${stage.nodeRed.url}/dashboard/remote`, { viewport });
  const { page } = opened;
  const player = stage.player.player;
  const words = (): Promise<string> => page.locator("body").innerText();
  await expect.poll(words).toContain("Amber Ferry");
  await expect.poll(words).toContain("Nadia Quill – Slow Harbour");
  const cover = page.locator(".player2mqtt-now img");
  await cover.waitFor();
  await expect
    .poll(() => cover.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
  await page.locator("button:has(.mdi-pause)").click();
  await expect.poll(() => player.music.state).toBe("paused");
  await page.getByText("paused", { exact: true }).waitFor();
  await page.locator("button:has(.mdi-play)").click();
  await expect.poll(() => player.music.state).toBe("playing");
  await page.locator("button:has(.mdi-skip-next)").click();
  await page.getByText("Hollow Orchard").waitFor();
  await expect.poll(() => page.getByRole("slider").getAttribute("aria-valuenow")).toBe("30");
  await page.locator(".nrdb-ui-slider .v-slider-track").click();
  await expect.poll(() => player.volume?.level).toBe(100);
  await page.locator(".nrdb-ui-switch input").click();
  await expect.poll(() => player.isMuted).toBe(true);
  await page.locator(".nrdb-ui-dropdown").click();
  await page.getByRole("option", { name: "Bluetooth" }).click();
  await expect.poll(() => player.audio.input?.tag).toBe("BT");
  await page.keyboard.press("Escape");
  // Dashboard says so when it is open for the first time.
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText("App is offline ready").waitFor({ state: "hidden" });
  await takePicture(page, "node-red-dashboard");
  // The player leaves the dashboard, and comes back.
  await stage.player.sleep();
  await page.getByText("Nothing plays").waitFor();
  await stage.player.wake();
  await page.getByText("Hollow Orchard").waitFor();
  expect(opened.complaints).toEqual([]);
});
