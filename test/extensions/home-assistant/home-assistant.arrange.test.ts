import { expect, it } from "vitest";
import { entry, routing } from "../../core/sample-player.ts";
import {
  byMac,
  deviceOf,
  filmByMac,
  keysIn,
  nothingKnown,
  seconds,
  settledBench,
  startBench,
} from "../../home-assistant/discovery-bench.ts";
import { incoming } from "../../support/bridge/incoming.ts";
import { everything, offering } from "../../home-assistant/players.ts";

it("a player removed while the bridge runs loses its announcement, unless another bridge has it now", async () => {
  const known = new Set(["cinema"]);
  const bench = await settledBench({ mayReturn: (id) => known.has(id) });
  bench.arrange([]);
  await bench.clock.advance(seconds(5));
  expect(bench.broker.retained.has(byMac)).toBe(true);
  known.clear();
  bench.homeAssistant.arranged();
  expect(bench.broker.retained.has(byMac)).toBe(false);
  expect(bench.homeAssistant.holds("cinema")).toBe(false);
  const other = await settledBench({ mayReturn: () => true });
  other.arrange([]);
  expect(other.homeAssistant.holds("cinema")).toBe(true);
  for (const topic of [byMac, filmByMac]) other.homeAssistant.received(incoming(topic, ""));
  expect(other.homeAssistant.holds("cinema")).toBe(false);
});

it("a renamed player is announced under its new name with all it has, and its next session is followed", async () => {
  const bench = await settledBench();
  const topics = [byMac, filmByMac];
  const before = topics.map((topic) =>
    bench.broker.retained.get(topic)?.replaceAll('"Cinema"', '"Big screen"'),
  );
  bench.arrange([{ id: "cinema", name: "Big screen" }]);
  await bench.clock.advance(seconds(5));
  expect(topics.map((topic) => bench.broker.retained.get(topic))).toEqual(before);
  bench.announced.splice(0);
  const next = offering(routing([entry("Line")], "Line"));
  bench.publish("cinema", { ...next, player: { ...next.player, subtitles: [{ index: 1, title: "Suomi" }] } });
  // A film shows none of the options of the one before, so they go at once.
  expect(bench.broker.payloads(filmByMac).at(-1)).toMatch(/^(?!.*"French").*"Suomi"/);
  await bench.clock.advance(seconds(5));
  expect(bench.broker.retained.get(byMac)).toContain('"The Line"');
  expect(new Set(bench.announced)).toEqual(new Set(["cinema"]));
});

it("a player with a configured MAC is announced even while offline", async () => {
  const bench = startBench({ players: [{ id: "cinema", name: "Cinema", mac: "80:0a:80:5e:00:53" }] });
  await bench.connect();
  bench.publish("cinema", nothingKnown);
  await bench.clock.advance(seconds(12));
  expect(keysIn(bench.broker.retained.get(byMac))).toEqual([
    "connectivity",
    "refresh",
    "command_outcome",
    "last_outcome",
  ]);
});

it("a player with another player's MAC gets its identity from its id", async () => {
  const players = [
    { id: "cinema", name: "Cinema" },
    { id: "clone", name: "Clone" },
  ];
  const bench = startBench({ players });
  await bench.connect();
  bench.publish("cinema", everything);
  bench.publish("clone", everything);
  // A shared MAC would merge the two devices.
  expect(bench.broker.retained.get(deviceOf("player2mqtt_clone"))).not.toContain('"connections"');
  expect(bench.broker.retained.get(byMac)).toContain('"connections"');
});
