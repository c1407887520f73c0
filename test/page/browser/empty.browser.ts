import { expect, it } from "vitest";
import { onPage, onStage } from "./on-stage.ts";
import { searchedBy } from "../../support/searched-by.ts";
import { violations } from "./violations.ts";

it.each(["light", "dark"] as const)("explains why a fleet's bridge has no player, in %s", async (look) => {
  // Its store does not answer, so it takes no player.
  const fleet = { "fleet.member": "a", "fleet.url": "nats://127.0.0.1:9" };
  const { page } = await onPage("", { den: {} }, { args: fleet }, { colorScheme: look });
  await page.getByRole("heading", { name: "No players assigned to this bridge" }).waitFor();
  expect(await violations(page)).toEqual([]);
});

it("follows a reload from a list to a search and back while open", async () => {
  // A picture that is requested just as its player goes is not there any more.
  const { stage } = await onStage({ den: {} }, { search: { families: searchedBy() }, expected: /404/ });
  const page = await stage.look();
  const card = page.getByRole("article", { name: "Den" });
  const looking = page.getByRole("heading", { name: "Looking for players" });
  await card.waitFor();
  await stage.reconfigure({ players: "auto" });
  await looking.waitFor();
  await page.getByText("player2mqtt discover").waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await card.count()).toBe(0);
  await stage.reconfigure();
  await card.waitFor();
  expect(await looking.count()).toBe(0);
});
