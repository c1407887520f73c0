import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { onStage } from "./on-stage.ts";

/** Scrolls through a list for a while; returns the number of frames and the longest time between two. */
function scrollThrough(page: Page): Promise<{ readonly frames: number; readonly longestMs: number }> {
  return page.evaluate(`new Promise((resolve) => {
    const rows = document.querySelector(".rows");
    const from = performance.now();
    let [frames, longestMs, last] = [0, 0, from];
    const step = (now) => {
      frames += 1;
      longestMs = Math.max(longestMs, now - last);
      last = now;
      rows.scrollTop += 4000;
      if (now - from < 2000) requestAnimationFrame(step);
      else resolve({ frames, longestMs });
    };
    requestAnimationFrame(step);
  })`);
}

it("scrolls smoothly through a queue of 20,000, drawing only a screen full", async () => {
  const { den, stage } = await onStage({ den: { preset: "audio", queueSize: 20_000 } });
  const page = await stage.look("#/players/den/queue");
  const rows = page.getByRole("list", { name: "Music queue" });
  await rows.getByText("Amber Ferry").first().waitFor({ timeout: 30_000 });
  const { frames, longestMs } = await scrollThrough(page);
  // Lenient: a shared machine draws when it can. Without windowing there would be a few frames of seconds each.
  expect(frames).toBeGreaterThan(20);
  expect(longestMs).toBeLessThan(700);
  expect(await page.locator(".row").count()).toBeLessThan(40);
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
  await expect.poll(() => current.textContent(), { timeout: 10_000 }).toContain("Hollow Orchard");
});

it("shows topics as they change, and raw answers without secrets", async () => {
  const { den, stage } = await onStage();
  const page = await stage.look("#/players/den/topics");
  const topic = page.locator(".topics > div", { has: page.getByText("audio/output", { exact: true }) });
  await expect.poll(() => topic.locator("dd").textContent()).toBe("HDMI");
  den.player.audio.selectOutput("HDMI2");
  await expect.poll(() => topic.locator("dd").textContent(), { timeout: 10_000 }).toBe("HDMI2");
  await page.getByRole("link", { name: "Diagnostics" }).click();
  await page.getByRole("button", { name: "Show answers" }).click();
  const answer = page.locator(".answer", { hasText: "getPlayStatus" });
  await answer.locator("summary").click();
  await answer.getByText("The Lighthouse Ledger").waitFor();
  expect(await answer.textContent()).not.toContain("attic-nas");
  await page.getByRole("link", { name: "All players" }).click();
  await page.getByRole("link", { name: "More about Den" }).waitFor();
});
