import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { experimental, library } from "./on-stage.ts";
import { finding, folderWith } from "./set-up-folder.ts";
import { Stage } from "./stage.ts";

/** The output folder: PAGE_PICTURES=docs/images renews the pictures of the documentation. */
const wanted = process.env["PAGE_PICTURES"];

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const looks = [
  { name: "page-light.png", shown: "The Lighthouse Ledger", viewport: wide, colorScheme: "light" },
  {
    name: "page-player.png",
    path: "#/players/living-room",
    shown: "Playing video",
    viewport: wide,
    colorScheme: "light",
  },
  {
    name: "page-dark.png",
    path: "#/players/study",
    shown: "Playing music",
    viewport: wide,
    colorScheme: "dark",
  },
  {
    name: "page-phone.png",
    path: "#/players/study",
    shown: "Playing music",
    viewport: phone,
    colorScheme: "light",
  },
  {
    name: "page-remote.png",
    path: "#/players/living-room/remote",
    shown: "OK",
    viewport: phone,
    colorScheme: "dark",
  },
  {
    name: "page-device.png",
    path: "#/players/study/device",
    shown: "Knob color",
    viewport: wide,
    colorScheme: "dark",
  },
  {
    name: "page-queue.png",
    path: "#/players/study/queue",
    shown: "Amber Ferry",
    viewport: wide,
    colorScheme: "light",
  },
  {
    name: "page-library.png",
    path: "#/players/living-room/library?list=films",
    shown: "Paper Comets",
    viewport: wide,
    colorScheme: "light",
  },
  {
    name: "page-library-phone.png",
    path: "#/players/study/library?list=tracks",
    shown: "A tap plays a track",
    viewport: phone,
    colorScheme: "dark",
  },
  {
    name: "page-wall.png",
    path: "#/players/study/wall",
    shown: "Study",
    viewport: wide,
    colorScheme: "dark",
  },
  {
    name: "page-radio.png",
    path: "#/players/kitchen",
    shown: "Harbour Radio",
    viewport: phone,
    colorScheme: "dark",
  },
  {
    name: "page-television.png",
    path: "#/players/den",
    shown: "Television",
    viewport: wide,
    colorScheme: "light",
  },
  {
    name: "page-offline.png",
    path: "#/players/bedroom",
    shown: "Wake",
    viewport: wide,
    colorScheme: "light",
  },
] as const;

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
  const folder =
    wanted === undefined
      ? mkdtempSync(join(tmpdir(), "pictures-"))
      : join(import.meta.dirname, "../../..", wanted);
  mkdirSync(folder, { recursive: true });
  for (const { name, shown, path = "", ...look } of looks.map((one) => ({ path: "", ...one }))) {
    const page = await stage.look(path, look);
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
    const file = join(folder, name);
    await page.screenshot({ path: file });
    expect(statSync(file).size).toBeGreaterThan(20_000);
    expect(statSync(file).size).toBeLessThan(400_000);
  }
  if (wanted === undefined) rmSync(folder, { recursive: true, force: true });
});

it("takes a picture of set-up, with players that were found", async () => {
  await using kitchen = await startSimulator({ preset: "audio" });
  const { port } = kitchen;
  await using den = await startSimulator({ host: "127.0.0.2", port });
  await using cellar = await startSimulator({ host: "127.0.0.3", port, preset: "old" });
  using _fault = cellar.behaviors.add("http:500@getPlayStatus");
  const { folder: home } = folderWith();
  await using stage = await Stage.open({
    players: {},
    folder: home,
    search: await finding(kitchen, den, cellar),
  });
  const folder = wanted === undefined ? home : join(import.meta.dirname, "../../..", wanted);
  const page = await stage.look("#/setup");
  await page.getByText("3 players answered.").waitFor();
  await page.locator(".setup-player").first().getByLabel("Name").fill("Kitchen");
  const file = join(folder, "page-setup.png");
  await page.screenshot({ path: file });
  expect(statSync(file).size).toBeGreaterThan(20_000);
  expect(statSync(file).size).toBeLessThan(400_000);
});
