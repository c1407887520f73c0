import { describe, expect, it } from "vitest";
import {
  byMac,
  startBench,
  nothingKnown,
  seconds,
  settledBench,
} from "../../home-assistant/discovery-bench.ts";
import { everything } from "../../home-assistant/players.ts";
import { sessionWith } from "../../core/session-with.ts";

const topic = "player2mqtt-discovery/player2mqtt_bridge";

describe("the announcement of a bridge to the integration", () => {
  it("is retained and contains the bridge's topic and the contract version", async () => {
    const { broker } = await settledBench();
    expect(JSON.parse(broker.retained.get(topic) ?? "")).toEqual({
      base: "player2mqtt",
      bridge: "bridge",
      version: "1.2.3",
      contract: 1,
      language: "en",
    });
  });

  it("has a topic of its own for each base topic and each bridge of a fleet", async () => {
    const { broker } = await settledBench({ base: "home/players", bridge: "bridge-2" });
    expect([...broker.retained.keys()].filter((one) => one.startsWith("player2mqtt-discovery/"))).toEqual([
      "player2mqtt-discovery/home_players_bridge-2",
    ]);
  });
});

describe("the identity of a player", () => {
  it.each([true, false])(
    "is reported once it is decided, with discovery or without (%s)",
    async (isEnabled) => {
      const bench = startBench({ isEnabled });
      await bench.connect();
      bench.publish("cinema", nothingKnown);
      expect(bench.identities).toEqual([]);
      bench.publish("cinema", everything);
      expect(bench.identities).toContain("cinema player2mqtt_800a805e0053");
      await bench.clock.advance(seconds(10));
      expect(bench.broker.retained.has(byMac)).toBe(isEnabled);
    },
  );

  it("is reported again to a restarted session", async () => {
    const bench = startBench();
    await bench.connect();
    bench.publish("cinema", everything);
    const told = bench.identities.length;
    bench.publish("cinema", sessionWith(everything, { failures: 1 }));
    expect(bench.identities).toHaveLength(told);
    bench.publish("cinema", nothingKnown);
    expect(bench.identities.slice(told)).toEqual(["cinema player2mqtt_800a805e0053"]);
  });
});
