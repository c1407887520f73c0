import { expect, it } from "vitest";
import { BridgeBench, mqtt } from "../../support/bridge/bridge-bench.ts";
import { incoming } from "../../support/bridge/incoming.ts";

const hourMs = 3_600_000;

it("a bridge that is gone for a day is cleared after the players that nobody has", async () => {
  await using bench = new BridgeBench({});
  const { bridge, broker, clock } = bench;
  const hear = (topic: string, payload: string): void => {
    broker.retained.set(topic, payload);
    bridge.received(incoming(topic, payload, { retain: true }));
  };
  const isHeld = { den: true };
  bridge.extend({ holds: (id) => id === "loft" && isHeld.den });
  bridge.connected(mqtt);
  for (const [name, state, ...players] of [
    ["bridge-gone", "offline", "loft", "study"],
    ["bridge-there", "online", "study"],
  ] as const) {
    hear(`base/${name}/state`, state);
    hear(`base/${name}/info`, JSON.stringify({ players: players.map((id) => ({ id })) }));
  }
  for (const id of ["loft", "study"]) hear(`base/${id}/availability`, "offline");
  const left = (): string[] =>
    [...broker.retained].flatMap(([topic, payload]) =>
      payload === "" || topic.startsWith("base/bridge/") ? [] : [topic],
    );
  const there = ["base/bridge-there/state", "base/bridge-there/info", "base/study/availability"];
  const before = left();
  const wait = async (hours: number): Promise<void> => {
    for (let minutes = 0; minutes < hours * 60; minutes += 1) {
      bridge.received(incoming("base/bridge-there/health", "{}"));
      await clock.advance(hourMs / 60);
    }
  };
  await wait(23);
  expect(left()).toEqual(before);
  await wait(2);
  expect(left()).toEqual(before);
  isHeld.den = false;
  await clock.advance(4000);
  expect(left()).toEqual(["base/bridge-gone/state", "base/bridge-gone/info", ...there]);
  await clock.advance(8000);
  expect(left()).toEqual(there);
});
