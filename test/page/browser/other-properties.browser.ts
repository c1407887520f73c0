import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/bluos/start-simulator.ts";
import { Stage } from "./stage.ts";
import { violations } from "./violations.ts";

it("shows and sets what a player describes beside what the page knows", async () => {
  await using speaker = await startSimulator({ preset: "speaker", bufferMs: 20 });
  await using stage = await Stage.open({ players: { speaker: Object.assign(speaker, { mostAtOnce: 4 }) } });
  const page = await stage.look("#/players/speaker/device");
  await page.getByText("Battery: 91 %").waitFor();
  await page.getByText("Battery charging: off").waitFor();
  await page.getByRole("checkbox", { name: "Shuffle" }).check();
  await expect.poll(() => speaker.player.shuffle).toBe(true);
  await page.getByLabel("Repeat").selectOption("one");
  await expect.poll(() => speaker.player.repeat).toBe(1);
  expect(await violations(page)).toEqual([]);
});
