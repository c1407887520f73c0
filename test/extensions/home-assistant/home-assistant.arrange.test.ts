import { expect, it } from "vitest";
import { byMac, seconds, settledBench } from "../../home-assistant/discovery-bench.ts";
import { everything } from "../../home-assistant/players.ts";

it("a player whose id changes while the bridge runs keeps its device and its entities", async () => {
  const bench = await settledBench();
  bench.arrange([{ id: "study", name: "Study" }]);
  expect(bench.homeAssistant.holds("cinema")).toBe(true);
  bench.publish("study", everything);
  await bench.clock.advance(seconds(5));
  expect(bench.broker.on(byMac).filter((payload) => payload === "")).toEqual([]);
  const { components } = JSON.parse(bench.broker.retained.get(byMac) ?? "{}");
  expect(components.video_state).toMatchObject({
    unique_id: "player2mqtt_800a805e0053_video_state",
    state_topic: "player2mqtt/study/video/state",
  });
  expect(bench.homeAssistant.holds("cinema")).toBe(false);
});

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
});

it("a renamed player is announced under its new name", async () => {
  const bench = await settledBench();
  bench.arrange([{ id: "cinema", name: "Big screen" }]);
  await bench.clock.advance(seconds(5));
  expect(bench.broker.retained.get(byMac)).toContain('"name":"Big screen"');
});
