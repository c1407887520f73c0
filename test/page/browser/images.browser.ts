import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { onStage } from "./on-stage.ts";
import { Stage } from "./stage.ts";

it("shows the player's own icons", async () => {
  const { den, stage } = await onStage();
  const page = await stage.look();
  const { inputs, outputs } = den.player.audio;
  const icons = page.locator(".option img");
  await expect.poll(() => icons.count()).toBe(inputs.length + outputs.length);
  const widths = "[...new Set([...document.querySelectorAll('.option img')].map((one) => one.naturalWidth))]";
  await expect.poll(() => page.evaluate(widths)).toEqual([48]);
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
