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

it("names some of the topics that are too large for the broker", async () => {
  await using bench = new BridgeBench({ den: {} });
  const topics = Array.from({ length: 30 }, (_, index) => `base/den/${index}`);
  bench.broker.tooLarge = topics;
  bench.bridge.connected(mqtt);
  await bench.clock.advance(60_000);
  const { tooLarge } = bench.said("health") as { tooLarge: string[] };
  expect(tooLarge.length).toBeGreaterThan(5);
  expect(tooLarge).toEqual(topics.slice(0, tooLarge.length));
});
