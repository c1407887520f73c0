import { expect, it } from "vitest";
import { BridgeBench, mqtt } from "../support/bridge/bridge-bench.ts";

it("reports soon that a player is online which was removed and added again", async () => {
  await using bench = new BridgeBench({ den: {} });
  bench.bridge.connected(mqtt);
  await bench.clock.advance(5000);
  const isOnline = (): boolean =>
    (bench.said("health") as { players: Record<string, { availability: string }> }).players["den"]
      ?.availability === "online";
  expect(isOnline()).toBe(true);
  await bench.bridge.arrange([]);
  await bench.clock.advance(3000);
  expect(isOnline()).toBe(false);
  await bench.bridge.arrange([bench.player("den")]);
  await bench.clock.advance(3000);
  expect(isOnline()).toBe(true);
});
