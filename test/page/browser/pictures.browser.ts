import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startSimulator } from "../../../src/tools/simulator/start-simulator.ts";
import { Stage } from "./stage.ts";

/** The output folder: PAGE_PICTURES=docs/images renews the pictures of the documentation. */
const wanted = process.env["PAGE_PICTURES"];

it("takes pictures: light, dark, on a phone, and of one player", async () => {
  await using living = await startSimulator({ preset: "video" });
  await using study = await startSimulator({ preset: "audio" });
  await using guest = await startSimulator({ preset: "idle" });
  living.player.music.edit(() => []);
  living.player.video.seek(97_000);
  await using stage = await Stage.open({
    players: { "living-room": living, study, "guest-room": guest },
  });
  const folder =
    wanted === undefined
      ? mkdtempSync(join(tmpdir(), "pictures-"))
      : join(import.meta.dirname, "../../..", wanted);
  mkdirSync(folder, { recursive: true });
  const wide = { width: 1280, height: 800 };
  for (const { name, path = "", ...look } of [
    { name: "page-light.png", viewport: wide, colorScheme: "light" },
    { name: "page-dark.png", viewport: wide, colorScheme: "dark" },
    { name: "page-phone.png", viewport: { width: 390, height: 760 }, colorScheme: "light" },
    { name: "page-player.png", path: "#/players/living-room", viewport: wide, colorScheme: "light" },
  ] as const) {
    const page = await stage.look(path, look);
    await page.getByText("Playing video").first().waitFor();
    // A plot needs a few samples.
    await page.waitForTimeout(wanted === undefined ? 0 : 6_000);
    const file = join(folder, name);
    await page.screenshot({ path: file });
    expect(statSync(file).size).toBeGreaterThan(20_000);
    expect(statSync(file).size).toBeLessThan(200_000);
  }
  if (wanted === undefined) rmSync(folder, { recursive: true, force: true });
  expect(stage.complaints).toEqual([]);
}, 120_000);
