import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/bluos/start-simulator.ts";
import { Stage } from "./stage.ts";

// Two requests are held, and one proves a group at another player.
const quick = { bufferMs: 20, groupLagMs: 50 };
const most = { mostAtOnce: 4 };

it("joins and leaves a group, adds a player to it and removes one", async () => {
  await using kitchen = await startSimulator(quick);
  const { network } = kitchen.player;
  await using bath = await startSimulator({ ...quick, network, mac: "02:b1:05:00:02:01" });
  const players = { kitchen: Object.assign(kitchen, most), bath: Object.assign(bath, most) };
  await using stage = await Stage.open({ players });
  const page = await stage.look("#/players/bath");
  await page.getByRole("button", { name: "Play along with Kitchen" }).click();
  await page.getByText("Kitchen, Bath").waitFor();
  expect(kitchen.player.slaves).toEqual([bath.player.address]);
  await page.getByRole("button", { name: "Leave the group" }).click();
  await page.getByRole("button", { name: "Play along with Kitchen" }).waitFor();
  await page.getByRole("button", { name: "Play along with Kitchen" }).click();
  await page.getByText("Kitchen, Bath").waitFor();

  // One card, with its volume and who plays along.
  const rooms = await stage.look();
  const card = rooms.getByRole("article", { name: "Kitchen" });
  await card.getByText("with Bath").waitFor();
  expect(await rooms.getByRole("article").count()).toBe(1);
  await card.getByRole("slider", { name: "Volume" }).fill("25");
  await expect.poll(() => [kitchen.player.level, bath.player.level]).toEqual([25, 25]);

  const other = await stage.look("#/players/kitchen");
  await other.getByRole("button", { name: "Remove Bath" }).click();
  await expect.poll(() => kitchen.player.slaves).toEqual([]);
  await other.getByRole("button", { name: "Play along with Bath" }).waitFor();
});
