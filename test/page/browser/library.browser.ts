import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { library, onlyOwnTracks, onPage, onStage, phone, streamer } from "./on-stage.ts";
import { violations } from "./violations.ts";

function list(page: Page, name: string) {
  return page.getByRole("list", { name, exact: true });
}

it("opens an album, of which a phone shows the cover and tracks, plays it and a track, and goes back", async () => {
  const { den, stage } = await onStage(streamer, { args: library });
  onlyOwnTracks(den);
  const page = await stage.look("#/players/den/library", phone);
  await page.getByText("Playing replaces the queue").waitFor();
  const albums = list(page, "Albums");
  await albums
    .getByRole("button", { name: /^Seven Lamps/ })
    .first()
    .tap();
  const tracks = list(page, "Seven Lamps");
  await expect.poll(() => tracks.getByRole("listitem").count()).toBe(6);
  expect(await page.evaluate("document.activeElement.textContent")).toContain("Seven Lamps");
  await page.locator(".is-opened .art img").waitFor();
  await page.locator(".is-opened .by", { hasText: /·.*\d:\d\d/ }).waitFor();
  // Several tracks are in sight.
  const bar = await page.locator(".small-player").boundingBox();
  const second = await tracks.getByRole("listitem").nth(1).boundingBox();
  expect((second?.y ?? 844) + (second?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.getByRole("button", { name: "Play album" }).tap();
  await page.getByText("Seven Lamps is playing.").waitFor();
  expect(den.player.music.entries.length).toBe(6);
  // What brings the queue back lies above the small player.
  const way = await page.locator(".undo").boundingBox();
  expect((way?.y ?? 0) + (way?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  expect(await violations(page)).toEqual([]);
  await tracks.getByRole("button").nth(4).tap();
  // That track and the following one.
  await expect.poll(() => den.player.music.entries.length).toBe(2);
  await page.getByRole("button", { name: "Albums" }).last().tap();
  await albums.getByText("Seven Lamps").first().waitFor();
  expect(den.traffic.count("getAlbums")).toBe(1);
});

it("has an address for each place, so that back, forward and a reload work", async () => {
  const { page } = await onPage("#/players/den/library", streamer, { args: library });
  await page.getByRole("button", { name: "Artists", exact: true }).click();
  const [artists, found] = [list(page, "Artists"), page.getByRole("searchbox")];
  const first = artists.getByRole("listitem").first().getByRole("button").first();
  const artist = (await first.locator(".row-title").textContent()) ?? "";
  await found.fill(artist);
  await page.keyboard.press("Enter");
  await expect.poll(() => artists.getByRole("listitem").count()).toBe(1);
  await first.click();
  const albums = list(page, artist).getByRole("listitem").first();
  const album = (await albums.locator(".row-title").textContent()) ?? "";
  await albums.getByRole("button").first().click();
  await list(page, album).getByRole("listitem").first().waitFor();

  await page.reload();
  await list(page, album).getByRole("listitem").first().waitFor();
  expect(await found.inputValue()).toBe(artist);
  await page.goBack();
  await albums.waitFor();
  await page.goBack();
  await expect.poll(() => artists.getByRole("listitem").count()).toBe(1);
  expect(await found.inputValue()).toBe(artist);
  await page.goBack();
  await expect.poll(() => artists.getByRole("listitem").count()).toBeGreaterThan(1);
  expect(await found.inputValue()).toBe("");
  await page.goBack();
  await list(page, "Albums").getByRole("listitem").first().waitFor();
  await page.goForward();
  await page.goForward();
  await page.goForward();
  await albums.waitFor();
});
