import axe from "axe-core";
import { expect, it } from "vitest";
import { Stage } from "./stage.ts";

/** What axe-core finds wrong, by the names of its rules. */
const findings = `${axe.source}; axe.run().then(({ violations }) => violations.map(({ id }) => id))`;

it.each(["light", "dark"] as const)(
  "tells how players are found where none is named, in %s",
  async (look) => {
    await using stage = await Stage.open({ players: {} });
    const page = await stage.look("", { colorScheme: look });
    await page.getByRole("heading", { name: "No player yet" }).waitFor();
    for (const way of ["PLAYERS=auto", "PLAYER_URL=192.168.1.20", "player2mqtt discover"]) {
      await page.getByText(way).waitFor();
    }
    expect(await page.evaluate(findings)).toEqual([]);
    expect(stage.complaints).toEqual([]);
  },
);

it("says that it looks for players where that is asked for, and none has answered", async () => {
  await using stage = await Stage.open({
    players: {},
    args: { players: "auto" },
    search: { ways: [] },
  });
  const page = await stage.look();
  await page.getByRole("heading", { name: "Looking for players" }).waitFor();
  await page.getByText("player2mqtt discover").waitFor();
  expect(await page.getByText("PLAYERS=auto").count()).toBe(0);
  expect(await page.evaluate(findings)).toEqual([]);
  expect(stage.complaints).toEqual([]);
});
