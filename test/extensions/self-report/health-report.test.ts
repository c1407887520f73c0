import { expect, it } from "vitest";
import { bridgeHealth } from "../../../src/extensions/self-report/health-report.ts";
import { BridgeBench, mqtt } from "../../support/bridge/bridge-bench.ts";

const health = {
  uptimeSeconds: 60,
  memoryBytes: 70_000_000,
  published: 12,
  waiting: 0,
  waitingSeconds: 0,
  dropped: 0,
  tooLarge: [],
  players: {
    tv: {
      availability: "online",
      lastAnswerSeconds: 1,
      polls: 100,
      unchanged: 90,
      failures: 1,
      malformed: 0,
      latencyMs: 20,
    },
  },
};

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

it("publishes its health with that of each player", () => {
  const { topic, payload } = bridgeHealth("p", "bridge", health, 100_000);
  expect([topic, JSON.parse(payload)]).toEqual(["p/bridge/health", health]);
});

it("publishes the number of players if the list is too large", () => {
  const { players: _players, ...rest } = health;
  expect(JSON.parse(bridgeHealth("p", "bridge", health, 100).payload)).toEqual({ ...rest, playersCount: 1 });
});
