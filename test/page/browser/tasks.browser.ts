import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { startSimulator as startBluos } from "../../../simulator/bluos/start-simulator.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { library, onlyOwnTracks } from "./on-stage.ts";
import { Stage } from "./stage.ts";

// Two requests are held, and one proves a group at another player.
const quick = { bufferMs: 20, groupLagMs: 50 };
const most = { mostAtOnce: 4 };

/** What people pick the phone up for, and how many taps each may take. PAGE_FIGURES=1 prints taps and seconds. */
it("takes few taps to see what plays, to pause it, for a volume, an album, a group, and why something failed", async () => {
  await using study = await startSimulator({ preset: "audio" });
  onlyOwnTracks(study);
  await using kitchen = await startBluos(quick);
  const { network } = kitchen.player;
  await using bath = await startBluos({ ...quick, network, mac: "02:b1:05:00:02:01" });
  await using stage = await Stage.open({
    players: { study, kitchen: Object.assign(kitchen, most), bath: Object.assign(bath, most) },
    args: library,
  });
  const page = await stage.look("", { viewport: { width: 390, height: 844 }, hasTouch: true });
  const room = (name: string): Locator => page.getByRole("article", { name });
  await room("Study").getByText("Amber Ferry").waitFor();
  const figures: Record<string, { readonly taps: number; readonly seconds: number }> = {};
  let taps = 0;
  const tap = async (target: Locator): Promise<void> => {
    taps += 1;
    await target.tap();
  };
  const task = async (name: string, mostTaps: number, act: () => Promise<void>): Promise<void> => {
    await page.goto(`${stage.url}/#/`);
    await room("Study").waitFor();
    taps = 0;
    const since = performance.now();
    await act();
    const seconds = Math.round((performance.now() - since) / 100) / 10;
    figures[name] = { taps, seconds };
    expect(taps).toBeLessThanOrEqual(mostTaps);
  };

  await task("what plays", 0, () => room("Study").getByText("Amber Ferry").waitFor());
  await task("pause", 1, async () => {
    await tap(room("Study").getByRole("button", { name: "Pause the music" }));
    await expect.poll(() => study.player.music.state).toBe("paused");
  });
  await task("volume 20", 1, async () => {
    const slider = room("Study").getByRole("slider", { name: "Volume" });
    const { x = 0, y = 0, width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
    taps += 1;
    await page.touchscreen.tap(x + 8 + 0.2 * (width - 16), y + height / 2);
    // A finger is wider than a percent.
    await expect.poll(() => Math.abs((study.player.volume?.level ?? 0) - 40)).toBeLessThanOrEqual(4);
  });
  await task("play an album", 3, async () => {
    const field = page.getByRole("searchbox");
    await tap(field);
    await field.fill("lamps");
    taps += 1;
    await field.press("Enter");
    await tap(page.getByRole("button", { name: "Play Seven Lamps" }).first());
    await expect.poll(() => new Set(study.player.music.entries.map(({ albumId }) => albumId)).size).toBe(1);
  });
  await task("why did it fail", 1, async () => {
    using _fault = study.behaviors.add("http:500@setDevicesVolume");
    await tap(room("Study").getByRole("slider", { name: "Volume" }).locator(".."));
    await room("Study")
      .getByRole("alert")
      .filter({ hasText: /^That did not work: .*500/ })
      .waitFor();
  });
  await task("group two rooms", 2, async () => {
    await tap(room("Bath").locator(".sleeve"));
    await tap(page.getByRole("button", { name: "Play along with Kitchen" }));
    await expect.poll(() => kitchen.player.slaves).toEqual([bath.player.address]);
  });
  if (process.env["PAGE_FIGURES"]) console.log("six tasks", figures);
});
