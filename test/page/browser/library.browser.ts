import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startSimulator as startBluos } from "../../../simulator/bluos/start-simulator.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { opened } from "../../support/opened.ts";
import { experimental, library, onlyOwnTracks, onPage, onStage, phone, streamer } from "./on-stage.ts";
import { Stage } from "./stage.ts";
import { overhang, violations } from "./violations.ts";

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
  expect(await violations(page)).toEqual([]);
  await tracks.getByRole("button").nth(4).tap();
  // That track and the following one.
  await expect.poll(() => den.player.music.entries.length).toBe(2);
  await page.getByRole("button", { name: "Albums" }).last().tap();
  await albums.getByText("Seven Lamps").first().waitFor();
  expect(den.traffic.count("getAlbums")).toBe(1);
});

it("searches on a phone, by keyboard, and opens a collection of films", async () => {
  const { den, stage } = await onStage({ den: {} }, { args: library });
  const page = await stage.look("#/players/den/library", { viewport: { width: 360, height: 740 } });
  await page.getByRole("button", { name: "Films", exact: true }).click();
  // Another list has a search of its own, which is empty at first.
  await list(page, "Films").getByRole("listitem").first().waitFor();
  await page.getByRole("searchbox").fill("comets");
  await page.keyboard.press("Enter");
  await expect.poll(() => list(page, "Films").getByRole("listitem").count()).toBe(1);
  await page.getByRole("searchbox").fill("");
  await page.keyboard.press("Enter");
  const films = list(page, "Films");
  await films.getByRole("button", { name: "Night sky" }).press("Enter");
  await list(page, "Night sky")
    .getByRole("button", { name: /^Paper Comets/ })
    .first()
    .press("Enter");
  await expect.poll(() => den.player.video.current?.title).toMatch(/^Paper Comets/);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await violations(page)).toEqual([]);
});

it("says what switches it on, has no list that the player lacks, and why there are no entries", async () => {
  const { den, stage, page } = await onPage("#/players/den/library", streamer);
  await page.getByText("library.enabled: true").waitFor();
  await stage.reconfigure(library);
  await page.getByRole("button", { name: "Albums", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Films" }).count()).toBe(0);
  den.behaviors.add("status:804@getArtists*1");
  await page.getByRole("button", { name: "Artists", exact: true }).click();
  await page.getByText("No entries: body status 804").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await list(page, "Artists").getByRole("listitem").first().waitFor();
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

it("shows a shelf of films, and plays a file that was found by volume and folder", async () => {
  await using den = await startSimulator();
  den.player.video.stop();
  await using stage = await Stage.open({ players: { den }, args: library });
  const page = await stage.look("#/players/den/library");
  await page.getByRole("button", { name: "Watching", exact: true }).click();
  await expect.poll(() => list(page, "Watching").getByRole("listitem").count()).toBe(1);
  expect(den.traffic.count("getDevices")).toBe(0);
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await list(page, "Files").getByRole("button", { name: "usb-2" }).click();
  const volume = list(page, "usb-2");
  await expect.poll(() => volume.getByRole("listitem").count()).toBe(4);
  // What was not switched on says so, and an app package is no button.
  await page.getByText("Playing files by their path is experimental").waitFor();
  expect(await volume.getByRole("button", { name: /flac|apk/ }).count()).toBe(0);
  await stage.reconfigure({ ...library, ...experimental });
  await volume.getByRole("button", { name: /flac/ }).waitFor();
  expect(await volume.getByRole("button", { name: /apk/ }).count()).toBe(0);
  await volume.getByRole("button", { name: "Documentaries" }).click();
  await page.reload();
  await list(page, "Documentaries").getByRole("button", { name: /^Moss/ }).click();
  await expect.poll(() => den.player.video.current?.title).toMatch(/^Moss/);
  expect(await violations(page)).toEqual([]);
});

it("opens a streaming service, which has its picture", async () => {
  const { den, stage } = await onStage(streamer, { args: { ...library, ...experimental } });
  const page = await stage.look("#/players/den/library");
  await page.getByRole("button", { name: "Streaming services", exact: true }).click();
  await page.getByText("A click opens the app of the service").waitFor();
  const services = list(page, "Streaming services");
  await expect.poll(() => services.getByRole("listitem").count()).toBe(2);
  await expect.poll(() => den.traffic.count("getAppIcon")).toBe(2);
  await expect.poll(() => services.locator("img:visible").count()).toBe(2);
  await services.getByRole("button", { name: /^Quartz/ }).click();
  await expect.poll(() => den.player.openedApps).toEqual(["org.example.quartz"]);
  expect(await violations(page)).toEqual([]);
});

it("brings the former queue back after a tap that replaced it, at the same entry and place", async () => {
  const { den, stage } = await onStage(streamer, { args: { ...library, ...experimental } });
  const { music } = den.player;
  onlyOwnTracks(den);
  music.playEntry(3);
  music.seek(42_000);
  const before = music.entries;
  const page = await stage.look("#/players/den/library", phone);
  await page
    .locator(".small-player")
    .getByText(before[3]?.title ?? "")
    .waitFor();
  await page.getByRole("button", { name: "Play Seven Lamps" }).first().tap();
  await page.getByText("Seven Lamps is playing.").waitFor();
  expect(music.entries).not.toEqual(before);
  const bar = await page.locator(".small-player").boundingBox();
  const way = await page.locator(".undo").boundingBox();
  expect((way?.y ?? 0) + (way?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  expect(await violations(page)).toEqual([]);
  // It stays when one goes elsewhere.
  for (const view of ["#/players/den/queue", "#/"]) {
    await page.evaluate(`location.hash = "${view}"`);
    await page
      .locator(view === "#/" ? "article" : ".rows")
      .first()
      .waitFor();
  }
  await page.getByRole("button", { name: "Bring the queue back" }).tap();
  await expect
    .poll(() => [music.entries.map(({ id }) => id), music.index])
    .toEqual([before.map(({ id }) => id), 3]);
  await expect.poll(() => music.positionMs).toBeGreaterThanOrEqual(42_000);
  expect(await page.locator(".undo:not(:empty)").count()).toBe(0);
});

it("keeps the former queue over impatient taps, here or elsewhere, and where the player is late", async () => {
  const { den, stage } = await onStage(streamer, { args: library });
  onlyOwnTracks(den);
  const before = den.player.music.entries;
  const page = await stage.look("#/players/den/library", phone);
  let commands = 0;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/commands", async (route) => {
    commands += 1;
    const response = await route.fetch();
    await released;
    await route.fulfill({ response, json: { outcome: "failed", reason: "it does not play yet" } });
  });
  const album = page.getByRole("button", { name: "Play Seven Lamps" }).first();
  await album.tap();
  await expect.poll(() => den.player.music.entries).not.toBe(before);
  await page.waitForTimeout(1500);
  await album.tap();
  await page.waitForTimeout(500);
  expect(commands).toBe(1);
  await page
    .getByRole("button", { name: /^Play (?!Seven Lamps)/ })
    .first()
    .tap();
  await expect.poll(() => commands).toBe(2);
  release();
  await page.getByText("it does not play yet").waitFor();
  const way = page.getByRole("button", { name: "Bring the queue back" });
  await way.waitFor();
  await page.unrouteAll({ behavior: "wait" });
  await way.tap();
  const ids = before.map(({ id }) => id);
  await expect.poll(() => den.player.music.entries.map(({ id }) => id)).toEqual(ids);
});

/** A player without apps, whose library has services. */
async function kitchenWithServices() {
  const kitchen = opened(await startBluos({ bufferMs: 20 }));
  const players = { kitchen: Object.assign(kitchen, { mostAtOnce: 4 }) };
  const stage = opened(await Stage.open({ players, args: library }));
  return { page: await stage.look("#/players/kitchen/library", phone), player: kitchen.player };
}

it("adds what services have to the queue, as what comes next or last, and an opened album", async () => {
  const { page, player } = await kitchenWithServices();
  const before = player.queue.map(({ title }) => title);
  await page.getByRole("searchbox").fill("low tide");
  await page.keyboard.press("Enter");
  const found = list(page, "Streaming services");
  const dialog = page.getByRole("dialog", { name: /^Add / });
  await found.getByRole("button", { name: "Add Low Tide to the queue" }).first().tap();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Play next" }).tap();
  await page.getByText("Added to the queue: Low Tide").waitFor();
  const after = player.queue.map(({ title }) => title);
  expect(after.length).toBeGreaterThan(before.length);
  const added = after.length - before.length;
  expect(after.filter((_, place) => place <= player.song || place > player.song + added)).toEqual(before);

  await found
    .getByRole("button", { name: /^Low Tide/ })
    .first()
    .tap();
  await page.getByRole("button", { name: "Add to queue" }).tap();
  await dialog.getByRole("button", { name: "Cancel" }).tap();
  await page.getByRole("button", { name: "Add to queue" }).tap();
  await dialog.getByRole("button", { name: "Add to queue" }).tap();
  await expect.poll(() => player.queue.length).toBeGreaterThan(after.length);
  expect(player.queue.slice(0, after.length).map(({ title }) => title)).toEqual(after);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
});

it("asks before it replaces the queue, adds what was tapped meanwhile, and tells it until another place is opened", async () => {
  const { page, player } = await kitchenWithServices();
  const service = page.getByRole("button", { name: "TIDAL" });
  await service.waitFor();
  expect(await page.getByText("A click opens the app").count()).toBe(0);
  await service.tap();
  const found = list(page, "TIDAL");
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/lists/queue*", async (route) => {
    await released;
    await route.continue();
  });
  await found.getByRole("button", { name: "Play Low Tide" }).first().tap();
  await found.getByRole("button", { name: "Add Six Windows to the queue" }).first().tap();
  release();
  const { length } = player.queue;
  await page.getByRole("dialog", { name: "Play Low Tide" }).getByRole("button", { name: "Play" }).tap();
  await expect.poll(() => player.queue.length).toBeGreaterThan(length);
  await page.getByRole("dialog", { name: /^Add / }).getByRole("button", { name: "Add to queue" }).tap();
  const told = page.getByText("Added to the queue: Six Windows");
  await told.waitFor();
  await found
    .getByRole("button", { name: /^Low Tide/ })
    .first()
    .tap();
  await expect.poll(() => told.count()).toBe(0);
});

it("searches all players from one field, with few requests, and opens and plays what it finds", async () => {
  const players = {
    den: { preset: "audio" },
    study: { preset: "audio" },
    bath: { preset: "audio" },
  } as const;
  const { den, study, bath, stage } = await onStage(players, { args: library });
  onlyOwnTracks(study);
  const page = await stage.look("", phone);
  const field = page.getByRole("searchbox", { name: "Room, title or library" });
  await field.fill("lamps");
  await field.press("Enter");
  const found = page.getByRole("region", { name: "Study" });
  await found.getByRole("list", { name: "Albums" }).getByText("Seven Lamps").first().waitFor();
  await expect.poll(() => page.getByRole("region").count()).toBe(3);
  const asked = ["searchAlbum", "searchArtist", "searchMusic", "searchAggregation"] as const;
  for (const { traffic } of [den, study, bath])
    for (const operation of asked) expect(traffic.count(operation)).toBeLessThanOrEqual(1);
  expect(await violations(page)).toEqual([]);
  expect(await overhang(page)).toBe(0);
  const before = den.player.music.entries;
  await found.getByRole("button", { name: "Play Seven Lamps" }).first().tap();
  await expect.poll(() => new Set(study.player.music.entries.map(({ albumId }) => albumId)).size).toBe(1);
  expect(den.player.music.entries).toBe(before);
  await found
    .getByRole("button", { name: /^Seven Lamps/ })
    .first()
    .tap();
  await list(page, "Seven Lamps").getByRole("listitem").first().waitFor();
  await page.goBack();
  await found.waitFor();
  await field.fill("bath");
  await field.press("Enter");
  await page.getByRole("article", { name: "Bath" }).waitFor();
  await expect.poll(() => page.locator("main > p[role=status]").allTextContents()).toEqual([""]);
  expect(await page.getByText("Nothing found.").count()).toBe(0);
  await field.fill("neither this nor that");
  await field.press("Enter");
  await page.getByText("Nothing found.").waitFor();
});
