import { expect, it } from "vitest";
import { findBug } from "./find-bug.ts";

it("players made at random are shown as they are, and do as they are told", async () => {
  expect(await findBug({ seed: 31, runs: 12, mqttUrl: "", mostPlayers: 5, forMs: 20_000 })).toBeUndefined();
});
