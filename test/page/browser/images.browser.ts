import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { onStage } from "./on-stage.ts";
import { Stage } from "./stage.ts";

/** The natural width of a picture; 0 before it is loaded, or without one. */
function widthOf(picture: Locator): Promise<number> {
  return picture.evaluate((image: { readonly naturalWidth: number }) => image.naturalWidth);
}

it.each(["light", "dark"] as const)("shows the player's own icons, in %s", async (colorScheme) => {
  const { den, stage } = await onStage();
  const page = await stage.look("", { colorScheme });
  const { inputs, outputs } = den.player.audio;
  const icons = page.locator(".option img");
  await expect.poll(() => icons.count()).toBe(inputs.length + outputs.length);
  for (const icon of await icons.all()) await expect.poll(() => widthOf(icon)).toBe(48);
  expect(den.traffic.count("getItemSettingIcon")).toBe(inputs.length + outputs.length);
});

it("draws its own icons instead of pictures with scripts", async () => {
  await using den = await startSimulator();
  den.behaviors.add("svg@getItemSettingIcon");
  await using stage = await Stage.open({ players: { den } });
  const page = await stage.look();
  const { inputs, outputs } = den.player.audio;
  await expect.poll(() => page.locator(".option svg").count()).toBe(inputs.length + outputs.length);
  expect(await page.locator(".option img").count()).toBe(0);
  expect(await page.evaluate("window.hurt")).toBeUndefined();
});

it("shows the cover of the current track, and then the one of the next", async () => {
  const { study, stage } = await onStage({ study: { preset: "audio" } });
  const page = await stage.look();
  const cover = page.locator(".sleeve img");
  await expect.poll(() => widthOf(cover)).toBeGreaterThan(0);
  const before = await cover.getAttribute("src");
  study.player.music.skip();
  await expect.poll(() => cover.getAttribute("src")).not.toBe(before);
  await expect.poll(() => widthOf(cover)).toBeGreaterThan(0);
});
