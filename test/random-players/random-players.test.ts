import { expect, it } from "vitest";
import { findBug, reportFind } from "./find-bug.ts";

it("players made at random are shown as they are, and do as they are told", async () => {
  const seed = 31;
  const find = await findBug({ seed, runs: 12, mqttUrl: "", mostPlayers: 12, forMs: 20_000 });
  expect(find && (await reportFind(find, seed))).toBeUndefined();
});
