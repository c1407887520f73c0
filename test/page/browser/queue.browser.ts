import { expect, it } from "vitest";
import { experimental, onPage, onStage } from "./on-stage.ts";

it("searches a queue of 20,000 as you type, plays what was found, and goes back to the current entry", async () => {
  const { den, stage } = await onStage(
    { den: { preset: "audio", queueSize: 20_000 } },
    { args: experimental },
  );
  const page = await stage.look("#/players/den/queue");
  const rows = page.getByRole("list", { name: "Music queue" });
  await rows.getByText("Amber Ferry").first().waitFor();
  const wanted = den.player.music.entries[15_003];
  if (wanted === undefined) throw new Error("the queue is too short");
  await page.getByRole("searchbox").fill(`${wanted.title} ${wanted.artist} ${wanted.album}`);
  await page.getByText(/entries found$/).waitFor();
  const found = rows.getByRole("listitem");
  expect(await found.first().textContent()).toContain(wanted.title);
  expect(await page.locator(".row").count()).toBeLessThan(60);
  await rows.getByRole("button").nth(3).click();
  await expect.poll(() => den.player.music.index).toBeGreaterThan(100);
  await page.getByRole("searchbox").fill("");
  // The page knows the former entry until the bridge has read the queue.
  await expect
    .poll(async () => {
      await page.getByRole("button", { name: "Go to the current entry" }).click();
      return page.locator(".row[aria-current]").count();
    })
    .toBe(1);
  await page.getByRole("searchbox").fill("no such thing");
  await page.getByText("0 entries found").waitFor();
});

it("keeps its place while the queue changes", async () => {
  const { den, page } = await onPage("#/players/den/queue", { den: { preset: "audio", queueSize: 500 } });
  await page.locator(".row[aria-current]").waitFor();
  await page.evaluate("document.querySelector('.rows').scrollTo(0, 8000)");
  await page.getByText("140", { exact: true }).waitFor();
  den.player.music.skip();
  den.player.music.edit((entries) => entries.slice(0, 400));
  await page.getByText("400 entries").waitFor();
  expect(await page.evaluate("document.querySelector('.rows').scrollTop")).toBe(8000);
});
