import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { onStage } from "./on-stage.ts";

/** Scrolls on in each of a hundred frames; returns the most rows that were drawn at once. */
function scrollThrough(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const rows = document.querySelector(".rows");
    let [frames, most] = [0, 0];
    const step = () => {
      frames += 1;
      most = Math.max(most, document.querySelectorAll(".row").length);
      rows.scrollTop += 4000;
      if (frames < 100) requestAnimationFrame(step);
      else resolve(most);
    };
    requestAnimationFrame(step);
  })`);
}

it("scrolls through a queue of 20,000, drawing only a screen full", async () => {
  const { den, stage } = await onStage({ den: { preset: "audio", queueSize: 20_000 } });
  const page = await stage.look("#/players/den/queue");
  const rows = page.getByRole("list", { name: "Music queue" });
  await rows.getByText("Amber Ferry").first().waitFor();
  // What a frame costs is measured in speed.browser.ts.
  expect(await scrollThrough(page)).toBeLessThan(40);
  await page.evaluate("document.querySelector('.rows').scrollTo(0, 1e9)");
  await rows.getByText(/^20000$/).waitFor();
  const title = den.player.music.entries.at(-1)?.title ?? "";
  await rows.getByText(title, { exact: true }).last().waitFor();
  expect(await page.locator("*").count()).toBeLessThan(1500);
});

it("marks the current entry, and follows changes of the queue", async () => {
  const { den, stage } = await onStage({ den: { preset: "audio" } });
  const page = await stage.look("#/players/den/queue");
  const current = page.locator(".row[aria-current]");
  await expect.poll(() => current.textContent()).toContain("Amber Ferry");
  den.player.music.skip();
  await expect.poll(() => current.textContent()).toContain("Hollow Orchard");
});

it("shows topics as they change, and raw answers without secrets", async () => {
  const { den, stage } = await onStage();
  const page = await stage.look("#/players/den/topics");
  const topic = page.locator(".topics > div", { has: page.getByText("audio/output", { exact: true }) });
  await expect.poll(() => topic.locator("dd").textContent()).toBe("HDMI");
  den.player.audio.selectOutput("HDMI2");
  await expect.poll(() => topic.locator("dd").textContent()).toBe("HDMI2");
  await page.getByRole("link", { name: "Diagnostics" }).click();
  await page.getByRole("button", { name: "Show answers" }).click();
  const answer = page.locator(".answer", { hasText: "getPlayStatus" });
  await answer.locator("summary").click();
  await answer.getByText("The Lighthouse Ledger").waitFor();
  expect(await answer.textContent()).not.toContain("attic-nas");
  await page.getByRole("link", { name: "All players" }).click();
  await page.getByRole("link", { name: "More about Den" }).waitFor();
});
