import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { experimental, library } from "./on-stage.ts";
import { newFolder } from "../../support/new-folder.ts";
import { opened } from "../../support/opened.ts";
import { finding, onSetUp } from "./set-up-folder.ts";
import { Stage } from "./stage.ts";

/** The output folder: PAGE_PICTURES=docs/images renews the pictures of the documentation. */
const wanted = process.env["PAGE_PICTURES"];

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const looks = [
  ["page-light.png", "", "The Lighthouse Ledger", wide, "light"],
  ["page-player.png", "#/players/living-room", "Playing video", wide, "light"],
  ["page-dark.png", "#/players/study", "Playing music", wide, "dark"],
  ["page-phone.png", "#/players/study", "Playing music", phone, "light"],
  ["page-remote.png", "#/players/living-room/remote", "OK", phone, "dark"],
  ["page-device.png", "#/players/study/device", "Knob color", wide, "dark"],
  ["page-queue.png", "#/players/study/queue", "Amber Ferry", wide, "light"],
  ["page-library.png", "#/players/living-room/library?list=films", "Paper Comets", wide, "light"],
  ["page-library-phone.png", "#/players/study/library?list=tracks", "A tap plays a track", phone, "dark"],
  ["page-wall.png", "#/players/study/wall", "Study", wide, "dark"],
  ["page-radio.png", "#/players/kitchen", "Harbour Radio", phone, "dark"],
  ["page-television.png", "#/players/den", "Television", wide, "light"],
  ["page-offline.png", "#/players/bedroom", "Wake", wide, "light"],
] as const;

/** Takes a picture, and returns the size of its file. */
async function takePicture(page: Page, file: string): Promise<number> {
  await page.screenshot({ path: file });
  return statSync(file).size;
}

it("takes pictures: the overview, what plays, a phone, the remote control, the device, the queue, the library, a wall, an offline player", async () => {
  await using living = await startSimulator({ preset: "video", playsTogether: false });
  await using study = await startSimulator({ preset: "audio", queueSize: 20_000 });
  await using bedroom = await startSimulator({ preset: "video", playsTogether: false });
  living.player.video.seek(97_000);
  study.player.music.playEntry(9);
  bedroom.player.video.playEntry(2);
  await using kitchen = await startSimulator({ preset: "audio", source: "radio" });
  await using den = await startSimulator({ preset: "audio", source: "television" });
  await using stage = await Stage.open({
    players: { "living-room": living, study, bedroom, kitchen, den },
    args: { ...library, ...experimental, "publish.settings": '["gain","upsampling"]' },
  });
  const folder = wanted === undefined ? newFolder() : join(import.meta.dirname, "../../..", wanted);
  mkdirSync(folder, { recursive: true });
  for (const [name, path, shown, viewport, colorScheme] of looks) {
    const page = await stage.look(path, { viewport, colorScheme });
    if (path.includes("bedroom")) {
      await page.locator(".hero img").waitFor();
      await bedroom.sleep();
    }
    await page.getByText(shown).first().waitFor();
    // A plot needs a few samples, and pictures a moment.
    await page.waitForTimeout(wanted === undefined ? 500 : 6_000);
    // At night a wall is dimmed until it is touched.
    if (path.includes("wall")) {
      await page.mouse.click(1000, 700);
      await page.waitForTimeout(1500);
    }
    const size = await takePicture(page, join(folder, name));
    expect(size).toBeGreaterThan(20_000);
    expect(size).toBeLessThan(400_000);
  }
});

it("takes a picture of set-up, with players that were found", async () => {
  const kitchen = opened(await startSimulator({ preset: "audio" }));
  const { port } = kitchen;
  const den = opened(await startSimulator({ host: "127.0.0.2", port }));
  const cellar = opened(await startSimulator({ host: "127.0.0.3", port, preset: "old" }));
  using _fault = cellar.behaviors.add("http:500@getPlayStatus");
  const { folder: home, page } = await onSetUp({ search: await finding(kitchen, den, cellar) });
  const folder = wanted === undefined ? home : join(import.meta.dirname, "../../..", wanted);
  await page.getByText("3 players answered.").waitFor();
  await page.locator(".setup-player").first().getByLabel("Name").fill("Kitchen");
  const size = await takePicture(page, join(folder, "page-setup.png"));
  expect(size).toBeGreaterThan(20_000);
  expect(size).toBeLessThan(400_000);
});
