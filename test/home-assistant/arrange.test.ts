import { expect, it } from "vitest";
import { byMac, seconds, settledLife } from "./life.ts";
import { everything } from "./players.ts";

it("a player whose id changes while the bridge runs keeps its device and its entities", async () => {
  const life = await settledLife();
  life.arrange([{ id: "study", name: "Study" }]);
  expect(life.homeAssistant.holds("cinema")).toBe(true);
  life.tell("study", everything);
  await life.clock.advance(seconds(5));
  expect(life.broker.on(byMac).filter((payload) => payload === "")).toEqual([]);
  const { components } = JSON.parse(life.broker.retained.get(byMac) ?? "{}");
  expect(components.video_state).toMatchObject({
    unique_id: "player2mqtt_800a805e0053_video_state",
    state_topic: "player2mqtt/study/video/state",
  });
  expect(life.homeAssistant.holds("cinema")).toBe(false);
});

it("a player removed while the bridge runs loses its announcement, unless another bridge has it now", async () => {
  const known = new Set(["cinema"]);
  const life = await settledLife({ mayReturn: (id) => known.has(id) });
  life.arrange([]);
  await life.clock.advance(seconds(5));
  expect(life.broker.retained.has(byMac)).toBe(true);
  known.clear();
  life.homeAssistant.arranged();
  expect(life.broker.retained.has(byMac)).toBe(false);
  expect(life.homeAssistant.holds("cinema")).toBe(false);
});

it("a renamed player is announced under its new name", async () => {
  const life = await settledLife();
  life.arrange([{ id: "cinema", name: "Big screen" }]);
  await life.clock.advance(seconds(5));
  expect(life.broker.retained.get(byMac)).toContain('"name":"Big screen"');
});
