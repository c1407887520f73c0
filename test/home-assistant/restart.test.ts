import { describe, expect, it } from "vitest";
import { bridgePayload, playerPayload } from "../../src/extensions/home-assistant/discovery/payload.ts";
import {
  birth,
  bridgeDevice,
  byId,
  byMac,
  deviceOf,
  incoming,
  keysIn,
  live,
  macless,
  next,
  nothingKnown,
  seconds,
  settledLife,
} from "./life.ts";
import { everything, target } from "./players.ts";

describe("a restarted bridge", () => {
  it("publishes nothing if nothing changed", async () => {
    const life = await next(await settledLife());
    life.tell("cinema", everything);
    await life.clock.advance(seconds(20));
    expect(life.broker.published.filter(({ topic }) => topic.endsWith("/config"))).toEqual([]);
  });

  it("keeps the announcement of an offline player", async () => {
    const life = await next(await settledLife());
    life.tell("cinema", nothingKnown);
    await life.clock.advance(seconds(60));
    expect(life.broker.on(byMac)).toEqual([]);
  });

  it("removes entities that only its earlier version had", async () => {
    const earlier = await settledLife();
    const payload = playerPayload({ ...target, id: "cinema", name: "Cinema" }, everything);
    const old = {
      ...payload,
      components: { ...payload.components, old: { platform: "sensor", unique_id: "o" } },
    };
    earlier.broker.retained.set(byMac, JSON.stringify(old));
    const life = await next(earlier);
    life.tell("cinema", everything);
    expect(life.broker.on(byMac)[0]).toContain('"old":{"platform":"sensor"}');
    await life.clock.advance(seconds(5));
    expect(keysIn(life.broker.retained.get(byMac))).not.toContain("old");
  });

  it("keeps the id as identity of a player that reported no MAC at first", async () => {
    const first = live();
    await first.connect();
    first.tell("cinema", macless);
    await first.clock.advance(seconds(5));
    expect(first.broker.retained.has(byId)).toBe(true);
    const life = await next(first);
    life.tell("cinema", everything);
    await life.clock.advance(seconds(5));
    expect([life.broker.retained.has(byId), life.broker.retained.has(byMac)]).toEqual([true, false]);
  });

  it("moves a player to its configured MAC: the old announcement is removed first", async () => {
    const first = live();
    await first.connect();
    first.tell("cinema", macless);
    await first.clock.advance(seconds(5));
    const life = await next(first, { players: [{ id: "cinema", name: "Cinema", mac: "80:0a:80:5e:00:53" }] });
    life.tell("cinema", macless);
    expect(life.broker.on(byId)).toEqual([""]);
    expect(life.broker.on(byMac)).toEqual([]);
    await life.clock.advance(seconds(3));
    expect(life.broker.retained.has(byMac)).toBe(true);
  });

  it("follows a player whose id changed, without new entities", async () => {
    const life = await next(await settledLife(), { players: [{ id: "study", name: "Study" }] });
    life.tell("study", everything);
    await life.clock.advance(seconds(5));
    expect(life.broker.on(byMac)).toHaveLength(1);
    const payload = JSON.parse(life.broker.retained.get(byMac) ?? "");
    expect(payload.components.video_state.unique_id).toBe("player2mqtt_800a805e0053_video_state");
    expect(payload.components.video_state.state_topic).toBe("player2mqtt/study/video/state");
  });

  it("removes a player that is no longer configured, and no other bridge's player", async () => {
    const earlier = await settledLife();
    const foreign = deviceOf("other");
    const elsewhere = deviceOf("elsewhere");
    earlier.broker.retained.set(foreign, JSON.stringify({ origin: { name: "other" }, components: {} }));
    earlier.broker.retained.set(elsewhere, JSON.stringify(bridgePayload("upstairs", "1")));
    const life = await next(earlier, { players: [] });
    expect([...life.broker.retained.keys()].filter((topic) => topic.endsWith("/config"))).toEqual([
      bridgeDevice,
      foreign,
      elsewhere,
    ]);
    expect(life.log.lines).toHaveLength(1);
  });

  it("waits for a renamed offline player before removing its old announcement", async () => {
    const life = await next(await settledLife(), { players: [{ id: "study", name: "Study" }] });
    life.tell("study", nothingKnown);
    await life.clock.advance(seconds(200));
    expect(life.broker.retained.has(byMac)).toBe(true);
    await life.clock.advance(seconds(200));
    expect(life.broker.retained.has(byMac)).toBe(false);
  });

  it("removes all of its announcements when discovery is disabled", async () => {
    const earlier = await settledLife({ hasMediaPlayers: true });
    earlier.broker.retained.set(deviceOf("other"), '{"origin": {"name": "other"}}');
    const life = await next(earlier, { isEnabled: false });
    life.tell("cinema", everything);
    life.homeAssistant.received(incoming(birth, "online"));
    await life.clock.advance(seconds(10));
    expect([...life.broker.retained.keys()].filter((topic) => topic.endsWith("/config"))).toEqual([
      deviceOf("other"),
    ]);
    expect(life.clock.pending).toBe(0);
  });
});
