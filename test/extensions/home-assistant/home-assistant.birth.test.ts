import { describe, expect, it } from "vitest";
import { having } from "../../core/samples.ts";
import {
  birth,
  bridgeDevice,
  byMac,
  filmByMac,
  deviceOf,
  startBench,
  restartBench,
  seconds,
  settledBench,
} from "../../home-assistant/discovery-bench.ts";
import { everything, withFirmware } from "../../home-assistant/players.ts";
import { incoming } from "../../support/bridge/incoming.ts";

describe("the birth message of Home Assistant", () => {
  it("is answered after a delay, once for several: announcements first, then every state", async () => {
    const bench = await settledBench();
    bench.broker.messages.splice(0);
    for (let round = 0; round < 3; round++) bench.homeAssistant.received(incoming(birth, "online"));
    await bench.clock.advance(1400);
    expect(bench.broker.messages).toEqual([]);
    await bench.clock.advance(200);
    expect(bench.broker.messages.map(({ topic }) => topic)).toEqual([bridgeDevice, byMac, filmByMac]);
    expect(bench.announced).toEqual([]);
    await bench.clock.advance(1000);
    expect(bench.announced).toEqual([undefined]);
    expect(bench.broker.payloads("player2mqtt/cinema/availability")).toEqual(["online"]);
    await bench.clock.advance(seconds(10));
    expect(bench.announced).toHaveLength(1);
  });

  it("is ignored if it is retained, a will, or earlier than the retained announcements", async () => {
    const bench = startBench();
    bench.homeAssistant.received(incoming(birth, "online"));
    await bench.connect();
    bench.broker.messages.splice(0);
    bench.homeAssistant.received(incoming(birth, "online", { retain: true }));
    bench.homeAssistant.received(incoming(birth, "offline"));
    bench.homeAssistant.received(incoming("elsewhere/status", "online"));
    await bench.clock.advance(seconds(10));
    expect(bench.broker.messages).toEqual([]);
  });
});

describe("a changed announcement", () => {
  it("is restored a while after it was cleared, at most once a minute", async () => {
    const bench = await settledBench();
    const payload = bench.broker.retained.get(byMac);
    bench.broker.messages.splice(0);
    bench.homeAssistant.received(incoming(byMac, ""));
    bench.publish("cinema", withFirmware("v2"));
    await bench.clock.advance(seconds(4));
    expect(bench.broker.payloads(byMac)).toEqual([]);
    await bench.clock.advance(seconds(2));
    expect(bench.broker.payloads(byMac)).toEqual([
      payload?.replace('"sw_version":"v1"', '"sw_version":"v2"'),
    ]);
    bench.homeAssistant.received(incoming(byMac, ""));
    await bench.clock.advance(seconds(50));
    expect(bench.broker.payloads(byMac)).toHaveLength(1);
    await bench.clock.advance(seconds(15));
    expect(bench.broker.payloads(byMac)).toHaveLength(2);
  });

  it("replaces the late one of another member of the fleet, at most once a minute", async () => {
    const bench = await settledBench();
    const own = bench.broker.retained.get(byMac) ?? "";
    const late = own.replaceAll("player2mqtt/bridge/state", "player2mqtt/bridge-b/state");
    expect(late).not.toBe(own);
    const before = bench.broker.payloads(byMac).length;
    for (const waitSeconds of [2, 62]) {
      bench.homeAssistant.received(incoming(byMac, late));
      expect(bench.broker.payloads(byMac).slice(before)).toHaveLength(waitSeconds === 2 ? 0 : 1);
      await bench.clock.advance(seconds(waitSeconds));
      expect(bench.broker.payloads(byMac).at(-1)).toBe(own);
    }
    expect(bench.broker.payloads(byMac).slice(before)).toHaveLength(2);
    expect(bench.log.lines.filter(({ level }) => level === "warn")).toEqual([]);
  });

  it("is corrected if another program replaced it, after Home Assistant has taken that in; an echo of our own is not", async () => {
    const bench = await settledBench();
    const own = bench.broker.retained.get(byMac) ?? "";
    bench.broker.messages.splice(0);
    bench.homeAssistant.received(incoming(byMac, own));
    await bench.clock.advance(seconds(5));
    expect(bench.broker.messages).toEqual([]);
    bench.homeAssistant.received(incoming(byMac, "{}"));
    bench.homeAssistant.received(incoming(deviceOf("other"), "{}"));
    await bench.clock.advance(seconds(2.9));
    expect(bench.broker.messages).toEqual([]);
    await bench.clock.advance(seconds(0.1));
    expect(bench.broker.messages).toMatchObject([{ topic: byMac, payload: own }]);
  });

  it("is not fought over endlessly", async () => {
    const bench = await settledBench();
    bench.broker.messages.splice(0);
    for (let second = 0; second < 120; second++) {
      bench.homeAssistant.received(incoming(byMac, "{}"));
      await bench.clock.advance(seconds(1));
    }
    expect(bench.broker.payloads(byMac)).toHaveLength(3);
    expect(bench.log.lines.filter(({ level }) => level === "warn")).toHaveLength(1);
  });

  it("is left to another bridge that has the same player, which is reported once", async () => {
    const bench = await settledBench();
    const others = (bench.broker.retained.get(byMac) ?? "").replaceAll('"player2mqtt/', '"home/');
    bench.broker.messages.splice(0);
    bench.homeAssistant.received(incoming(byMac, others));
    bench.homeAssistant.received(incoming(byMac, others));
    await bench.clock.advance(seconds(60));
    expect(bench.broker.payloads(byMac)).toEqual([]);
    expect(bench.log.lines.filter(({ level }) => level === "warn")).toHaveLength(1);
  });
});

describe("mqtt_media_player", () => {
  const media = "homeassistant/media_player/player2mqtt_800a805e0053/config";

  it("gets players with video, if enabled", async () => {
    const bench = await settledBench({ hasMediaPlayers: true });
    expect(JSON.parse(bench.broker.retained.get(media) ?? "")).toMatchObject({ name: "Cinema" });
    bench.publish("cinema", having(everything, { video: { support: "unsupported" } }));
    expect(bench.broker.retained.has(media)).toBe(false);
    await bench.clock.advance(seconds(5));
    bench.publish("cinema", everything);
    await bench.clock.advance(seconds(5));
    expect(bench.broker.retained.has(media)).toBe(true);
  });

  it("gets nothing more once it is disabled", async () => {
    const bench = await restartBench(await settledBench({ hasMediaPlayers: true }));
    bench.publish("cinema", everything);
    await bench.clock.advance(seconds(5));
    expect([bench.broker.retained.has(media), bench.broker.retained.has(byMac)]).toEqual([false, true]);
  });

  it("gets no player without video, and none whose video support is unknown", async () => {
    const bench = startBench({ hasMediaPlayers: true });
    await bench.connect();
    bench.publish("cinema", having(everything, { video: { support: "unknown" } }));
    await bench.clock.advance(seconds(12));
    bench.publish("cinema", having(everything, { video: { support: "unsupported" } }));
    await bench.clock.advance(seconds(5));
    expect(bench.broker.payloads(media)).toEqual([]);
  });
});

it("a stopped extension has no timers left and publishes nothing more", async () => {
  const bench = await settledBench();
  bench.homeAssistant.received(incoming(birth, "online"));
  bench.homeAssistant.received(incoming(byMac, "{}"));
  bench.publish("cinema", having(everything, { video: { support: "unsupported" } }));
  bench.homeAssistant.stop();
  expect(bench.clock.pending).toBe(0);
  bench.broker.messages.splice(0);
  bench.homeAssistant.changed({ id: "cinema" }, [{ leaf: "info", payload: "{}" }]);
  bench.homeAssistant.received(incoming(birth, "online"));
  bench.homeAssistant.received(incoming(byMac, ""));
  await bench.clock.advance(seconds(100));
  expect(bench.broker.messages).toEqual([]);
  expect(bench.clock.pending).toBe(0);
});

it("the extension subscribes to the topics it needs, even while discovery is disabled", () => {
  const wanted = [
    { filter: "homeassistant/device/+/config", wantsRetained: true },
    { filter: "homeassistant/media_player/+/config", wantsRetained: true },
    { filter: "homeassistant/status", wantsRetained: false },
    { filter: "player2mqtt-discovery/player2mqtt_bridge", wantsRetained: true, isOptional: true },
  ];
  expect(startBench().homeAssistant.subscriptions).toEqual(wanted);
  expect(startBench({ isEnabled: false }).homeAssistant.subscriptions).toEqual(wanted);
});

it("an extension with another prefix needs a successor, and removes the announcements of bridge and players", async () => {
  const { broker, connect, homeAssistant, publish } = startBench();
  await connect();
  publish("cinema", everything);
  expect(broker.retained.has(byMac)).toBe(true);
  const settings = {
    prefix: "homeassistant",
    isEnabled: true,
    hasMediaPlayers: false,
    language: "auto",
  } as const;
  expect(homeAssistant.reconfigure(settings)).toBe(true);
  expect(broker.retained.has(byMac)).toBe(true);
  expect(homeAssistant.reconfigure({ ...settings, prefix: "other" })).toBe(false);
  expect([...broker.retained.keys()].filter((topic) => topic.endsWith("/config"))).toEqual([]);
});

it("an extension whose prefix was changed and changed back removes nothing under its own", () => {
  const first = startBench({ prefix: "a" }).homeAssistant;
  const second = startBench({ prefix: "b", formerPrefixes: first.prefixesBefore("b") }).homeAssistant;
  expect([first.prefixesBefore("b"), second.prefixesBefore("a")]).toEqual([["a"], ["b"]]);
});
