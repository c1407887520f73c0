import { describe, expect, it } from "vitest";
import { having } from "../core/samples.ts";
import { birth, bridgeDevice, byMac, deviceOf, incoming, live, next, seconds, settledLife } from "./life.ts";
import { everything, model } from "./players.ts";

describe("the birth message of Home Assistant", () => {
  it("is answered after a delay, once for several: announcements first, then every state", async () => {
    const life = await settledLife();
    life.broker.published.splice(0);
    for (let round = 0; round < 3; round++) life.homeAssistant.received(incoming(birth, "online"));
    await life.clock.advance(1400);
    expect(life.broker.published).toEqual([]);
    await life.clock.advance(200);
    expect(life.broker.published.map(({ topic }) => topic)).toEqual([bridgeDevice, byMac]);
    expect(life.announced).toEqual([]);
    await life.clock.advance(1000);
    expect(life.announced).toEqual([undefined]);
    expect(life.broker.on("player2mqtt/cinema/availability")).toEqual(["online"]);
    await life.clock.advance(seconds(10));
    expect(life.announced).toHaveLength(1);
  });

  it("is ignored if it is retained, a will, or earlier than the retained announcements", async () => {
    const life = live();
    life.homeAssistant.received(incoming(birth, "online"));
    await life.connect();
    life.broker.published.splice(0);
    life.homeAssistant.received(incoming(birth, "online", true));
    life.homeAssistant.received(incoming(birth, "offline"));
    life.homeAssistant.received(incoming("elsewhere/status", "online"));
    await life.clock.advance(seconds(10));
    expect(life.broker.published).toEqual([]);
  });
});

describe("a changed announcement", () => {
  it("is restored a while after it was cleared, at most once a minute", async () => {
    const life = await settledLife();
    const payload = life.broker.retained.get(byMac);
    life.broker.published.splice(0);
    life.homeAssistant.received(incoming(byMac, ""));
    life.tell("cinema", {
      ...everything,
      player: { ...everything.player, model: { ...model, firmware: "v2" } },
    });
    await life.clock.advance(seconds(4));
    expect(life.broker.on(byMac)).toEqual([]);
    await life.clock.advance(seconds(2));
    expect(life.broker.on(byMac)).toEqual([payload?.replace('"sw_version":"v1"', '"sw_version":"v2"')]);
    life.homeAssistant.received(incoming(byMac, ""));
    await life.clock.advance(seconds(50));
    expect(life.broker.on(byMac)).toHaveLength(1);
    await life.clock.advance(seconds(15));
    expect(life.broker.on(byMac)).toHaveLength(2);
  });

  it("stays empty if the bridge itself cleared it", async () => {
    const life = await next(await settledLife(), { players: [] });
    life.homeAssistant.received(incoming(byMac, ""));
    await life.clock.advance(seconds(100));
    expect(life.broker.on(byMac)).toEqual([""]);
  });

  it("is reported once if another program replaced it, and an echo of our own is not", async () => {
    const life = await settledLife();
    life.homeAssistant.received(incoming(byMac, life.broker.retained.get(byMac) ?? ""));
    expect(life.log.lines.filter((line) => line.startsWith("warn"))).toEqual([]);
    life.homeAssistant.received(incoming(byMac, "{}"));
    life.homeAssistant.received(incoming(byMac, "{}"));
    life.homeAssistant.received(incoming(deviceOf("other"), "{}"));
    expect(life.log.lines.filter((line) => line.startsWith("warn"))).toHaveLength(1);
  });
});

describe("mqtt_media_player", () => {
  const media = "homeassistant/media_player/player2mqtt_800a805e0053/config";

  it("gets players with video, if enabled", async () => {
    const life = await settledLife({ hasMediaPlayers: true });
    expect(JSON.parse(life.broker.retained.get(media) ?? "")).toMatchObject({ name: "Cinema" });
    life.tell("cinema", having(everything, { video: { support: "unsupported" } }));
    expect(life.broker.retained.has(media)).toBe(false);
    await life.clock.advance(seconds(5));
    life.tell("cinema", everything);
    await life.clock.advance(seconds(5));
    expect(life.broker.retained.has(media)).toBe(true);
  });

  it("gets nothing more once it is disabled", async () => {
    const life = await next(await settledLife({ hasMediaPlayers: true }));
    life.tell("cinema", everything);
    await life.clock.advance(seconds(5));
    expect([life.broker.retained.has(media), life.broker.retained.has(byMac)]).toEqual([false, true]);
  });

  it("gets no player without video, and none whose video support is unknown", async () => {
    const life = live({ hasMediaPlayers: true });
    await life.connect();
    life.tell("cinema", having(everything, { video: { support: "unknown" } }));
    await life.clock.advance(seconds(12));
    life.tell("cinema", having(everything, { video: { support: "unsupported" } }));
    await life.clock.advance(seconds(5));
    expect(life.broker.on(media)).toEqual([]);
  });
});

it("a stopped extension has no timers left and publishes nothing more", async () => {
  const life = await settledLife();
  life.homeAssistant.received(incoming(birth, "online"));
  life.tell("cinema", having(everything, { video: { support: "unsupported" } }));
  life.homeAssistant.stop();
  expect(life.clock.pending).toBe(0);
  life.broker.published.splice(0);
  life.homeAssistant.changed({ id: "cinema" }, [{ leaf: "info", payload: "{}" }]);
  life.homeAssistant.received(incoming(birth, "online"));
  life.homeAssistant.received(incoming(byMac, ""));
  await life.clock.advance(seconds(100));
  expect(life.broker.published).toEqual([]);
  expect(life.clock.pending).toBe(0);
});

it("the extension subscribes to the topics it needs, even while discovery is disabled", () => {
  const wanted = [
    { filter: "homeassistant/device/+/config", wantsRetained: true },
    { filter: "homeassistant/media_player/+/config", wantsRetained: true },
    { filter: "homeassistant/status", wantsRetained: false },
  ];
  expect(live().homeAssistant.subscriptions).toEqual(wanted);
  expect(live({ isEnabled: false }).homeAssistant.subscriptions).toEqual(wanted);
});
