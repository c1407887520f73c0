import { describe, expect, it } from "vitest";
import { byMac, live, macless, next, nothingKnown, seconds, settledLife } from "./life.ts";
import { everything } from "./players.ts";

const topic = "player2mqtt-discovery/player2mqtt_bridge";

describe("the announcement of a bridge to the integration", () => {
  it("is retained and contains the bridge's topic and the contract version", async () => {
    const { broker } = await settledLife();
    expect(JSON.parse(broker.retained.get(topic) ?? "")).toEqual({
      base: "player2mqtt",
      bridge: "bridge",
      version: "1.2.3",
      contract: 1,
    });
  });

  it("has a topic of its own for each base topic and each bridge of a fleet", async () => {
    const { broker } = await settledLife({ base: "home/players", bridge: "bridge-2" });
    expect([...broker.retained.keys()].filter((one) => one.startsWith("player2mqtt-discovery/"))).toEqual([
      "player2mqtt-discovery/home_players_bridge-2",
    ]);
  });

  it("is removed when discovery is disabled", async () => {
    const life = await settledLife();
    const { broker } = await next(life, { isEnabled: false });
    expect(broker.retained.get(topic)).toBeUndefined();
  });

  it("is removed with its device when the bridge leaves the fleet", async () => {
    const former = await settledLife({ bridge: "bridge-1", answersFor: (name) => name === "bridge-1" });
    const life = await next(former, { answersFor: () => true, players: [] });
    await life.clock.advance(seconds(301));
    expect(life.broker.retained.get("player2mqtt-discovery/player2mqtt_bridge-1")).toBeUndefined();
    expect(life.broker.retained.has(topic)).toBe(true);
  });
});

describe("the identity of a player", () => {
  it.each([true, false])(
    "is reported once it is decided, with discovery or without (%s)",
    async (isEnabled) => {
      const life = live({ isEnabled });
      await life.connect();
      life.tell("cinema", nothingKnown);
      expect(life.identities).toEqual([]);
      life.tell("cinema", everything);
      expect(life.identities).toContain("cinema player2mqtt_800a805e0053");
      await life.clock.advance(seconds(10));
      expect(life.broker.retained.has(byMac)).toBe(isEnabled);
    },
  );

  it("comes from an earlier announcement if the player reports no MAC", async () => {
    const life = await next(await settledLife());
    life.tell("cinema", macless);
    expect(life.identities).toContain("cinema player2mqtt_800a805e0053");
  });

  it("is reported again to a restarted session", async () => {
    const life = live();
    await life.connect();
    life.tell("cinema", everything);
    const told = life.identities.length;
    life.tell("cinema", { ...everything, identity: "player2mqtt_800a805e0053", failures: 1 });
    expect(life.identities).toHaveLength(told);
    life.tell("cinema", { ...everything, failures: 0 });
    expect(life.identities.slice(told)).toEqual(["cinema player2mqtt_800a805e0053"]);
  });
});
