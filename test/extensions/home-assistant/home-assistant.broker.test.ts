import { describe, expect, it } from "vitest";
import { playerPayload } from "../../../src/extensions/home-assistant/discovery/payload.ts";
import {
  byId,
  byMac,
  deviceOf,
  startBench,
  seconds,
  settledBench,
} from "../../home-assistant/discovery-bench.ts";
import { everything, target } from "../../home-assistant/players.ts";
import { incoming } from "../../support/bridge/incoming.ts";

describe("a broker", () => {
  it("gets the announcement of a player that was with another member during a disconnect, and is given up and taken back", async () => {
    const bench = await settledBench({ mayReturn: () => true });
    const own = bench.broker.retained.get(byMac) ?? "";
    bench.homeAssistant.disconnected();
    const other = own.replaceAll("player2mqtt/bridge/state", "player2mqtt/bridge-b/state");
    bench.broker.retained.set(byMac, other);
    bench.homeAssistant.received(incoming(byMac, other, { retain: true }));
    bench.homeAssistant.connected();
    // Before all retained messages are read.
    bench.arrange([]);
    await bench.clock.advance(seconds(5));
    expect(bench.broker.retained.get(byMac)).toBe(other);
    bench.arrange([{ id: "cinema", name: "Cinema" }]);
    bench.publish("cinema", everything);
    await bench.clock.advance(seconds(20));
    expect(bench.broker.retained.get(byMac)).toBe(own);
  });

  it("loses a stale announcement that appears with a later connection", async () => {
    const bench = await settledBench();
    bench.homeAssistant.disconnected();
    const payload = playerPayload({ ...target, id: "cinema", identity: "player2mqtt_cinema" }, everything);
    bench.broker.retained.set(byId, JSON.stringify(payload));
    await bench.connect();
    expect(bench.broker.retained.has(byId)).toBe(false);
  });

  it("keeps an announcement that was stale before a disconnect, if another bridge has claimed it since", async () => {
    const topic = deviceOf("player2mqtt_loft");
    const own = JSON.stringify(
      playerPayload({ ...target, id: "loft", identity: "player2mqtt_loft" }, everything),
    );
    const other = own.replaceAll("player2mqtt/bridge/state", "player2mqtt/bridge-b/state");
    const bench = startBench();
    bench.broker.retained.set(topic, own);
    // It stays until it is known whether the player that has not answered yet is the same device.
    await bench.connect();
    expect(bench.broker.retained.get(topic)).toBe(own);
    bench.homeAssistant.disconnected();
    bench.broker.retained.set(topic, other);
    await bench.connect();
    bench.publish("cinema", everything);
    await bench.clock.advance(seconds(20));
    expect([...bench.broker.retained.keys()]).toContain(byMac);
    expect(bench.broker.retained.get(topic)).toBe(other);
  });
});
