import { expect, it } from "vitest";
import { entry, routing } from "../../core/sample-player.ts";
import { byMac, filmByMac, seconds, settledBench } from "../../home-assistant/discovery-bench.ts";
import { incoming } from "../../support/bridge/incoming.ts";
import { offering } from "../../home-assistant/players.ts";

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
