import { describe, expect, it } from "vitest";
import { bridgePayload, playerPayload } from "../../../src/extensions/home-assistant/discovery/payload.ts";
import {
  type BenchPlayer,
  birth,
  byId,
  byMac,
  type DiscoveryBench,
  filmByMac,
  deviceOf,
  keysIn,
  mediaByMac,
  startBench,
  macless,
  restartBench,
  nothingKnown,
  seconds,
  settledBench,
} from "../../home-assistant/discovery-bench.ts";
import { everything, target } from "../../home-assistant/players.ts";
import { incoming } from "../../support/bridge/incoming.ts";

describe("a restarted bridge", () => {
  it("announces the choices of a film once its earlier version's announcement has lost them", async () => {
    const earlier = await settledBench();
    const film = JSON.parse(earlier.broker.retained.get(filmByMac) ?? "");
    const payload = playerPayload({ ...target, id: "cinema", name: "Cinema" }, everything);
    const old = { ...payload, components: { ...payload.components, ...film.components } };
    earlier.broker.retained.set(byMac, JSON.stringify(old));
    earlier.broker.retained.delete(filmByMac);
    const bench = await restartBench(earlier);
    bench.publish("cinema", everything);
    expect(bench.broker.payloads(byMac)[0]).toContain('"subtitle_choice":{"platform":"select"}');
    await bench.clock.advance(1900);
    expect(bench.broker.retained.has(filmByMac)).toBe(false);
    await bench.clock.advance(seconds(3));
    expect(keysIn(bench.broker.retained.get(byMac))).not.toContain("subtitle_choice");
    expect(JSON.parse(bench.broker.retained.get(filmByMac) ?? "")).toEqual(film);
  });

  it("keeps the id as identity of a player that reported no MAC at first", async () => {
    const first = startBench();
    await first.connect();
    first.publish("cinema", macless);
    await first.clock.advance(seconds(5));
    expect(first.broker.retained.has(byId)).toBe(true);
    const bench = await restartBench(first);
    bench.publish("cinema", everything);
    await bench.clock.advance(seconds(5));
    expect([bench.broker.retained.has(byId), bench.broker.retained.has(byMac)]).toEqual([true, false]);
  });

  /** The same bridge with other players, by a restart or by a reload. */
  const turned: readonly [string, (bench: DiscoveryBench, player: BenchPlayer) => Promise<DiscoveryBench>][] =
    [
      ["a restart", (bench, player) => restartBench(bench, { players: [player] })],
      [
        "a reload",
        async (bench, player) => {
          bench.broker.messages.splice(0);
          bench.arrange([player]);
          return bench;
        },
      ],
    ];

  it.each(turned)(
    "moves a player to its configured MAC by %s: the old announcement is removed first",
    async (_, turn) => {
      const first = startBench();
      await first.connect();
      first.publish("cinema", macless);
      await first.clock.advance(seconds(5));
      const bench = await turn(first, { id: "cinema", name: "Cinema", mac: "80:0a:80:5e:00:53" });
      bench.publish("cinema", macless);
      expect(bench.broker.payloads(byId)).toEqual([""]);
      expect(bench.broker.payloads(byMac)).toEqual([]);
      await bench.clock.advance(seconds(3));
      expect(bench.broker.retained.has(byMac)).toBe(true);
    },
  );

  it.each(turned)("follows a player whose id was changed by %s, without new entities", async (_, turn) => {
    const bench = await turn(await settledBench(), { id: "study", name: "Study" });
    expect(bench.homeAssistant.holds("cinema")).toBe(true);
    bench.publish("study", everything);
    await bench.clock.advance(seconds(5));
    expect(bench.broker.payloads(byMac)).toHaveLength(1);
    const payload = JSON.parse(bench.broker.retained.get(byMac) ?? "");
    expect(payload.components.video_state.unique_id).toBe("player2mqtt_800a805e0053_video_state");
    expect(payload.components.video_state.state_topic).toBe("player2mqtt/study/video/state");
    expect(bench.homeAssistant.holds("cinema")).toBe(false);
  });

  it("removes its announcements under an earlier prefix, and those of no other bridge", async () => {
    const earlier = await settledBench({ hasMediaPlayers: true });
    const others = [deviceOf("other"), deviceOf("elsewhere"), deviceOf("sibling")];
    const contents = [{ origin: { name: "other" } }, bridgePayload("upstairs", "1")];
    for (const [index, content] of [...contents, bridgePayload("player2mqtt", "1", "bridge-2")].entries())
      earlier.broker.retained.set(others[index] ?? "", JSON.stringify(content));
    const bench = await restartBench(earlier, { prefix: "ha", formerPrefixes: ["homeassistant"] });
    bench.publish("cinema", everything);
    expect([...bench.broker.retained.keys()].filter((topic) => topic.endsWith("/config"))).toEqual([
      ...others,
      "ha/device/player2mqtt_bridge/config",
      "ha/device/player2mqtt_800a805e0053/config",
      "ha/device/film_player2mqtt_800a805e0053/config",
    ]);
    expect(
      bench.log.lines.filter(({ message }) => message.includes("earlier discovery prefix")),
    ).toHaveLength(4);
    expect(bench.homeAssistant.subscriptions).toContainEqual({
      filter: "homeassistant/device/+/config",
      wantsRetained: true,
    });
  });

  it("keeps what a removed player has while another one that is off may be the same: it was renamed", async () => {
    const bench = await restartBench(await settledBench(), { players: [{ id: "study", name: "Study" }] });
    bench.publish("study", nothingKnown);
    await bench.clock.advance(seconds(2000));
    expect(bench.broker.payloads(byMac)).toEqual([]);
    bench.publish("study", everything);
    await bench.clock.advance(seconds(10));
    expect(bench.broker.payloads(byMac)).toHaveLength(1);
    expect(bench.broker.retained.get(byMac)).toContain("player2mqtt/study/video/state");
  });

  it("removes what a removed player had as soon as the others have answered and are not the same", async () => {
    const bench = await restartBench(await settledBench(), { players: [{ id: "study", name: "Study" }] });
    bench.publish("study", nothingKnown);
    await bench.clock.advance(seconds(20));
    expect(bench.broker.retained.has(byMac)).toBe(true);
    bench.publish("study", macless);
    expect(bench.broker.retained.has(byMac)).toBe(false);
  });

  it("takes its players from mqtt_media_player once that is disabled", async () => {
    const { broker } = await restartBench(await settledBench({ hasMediaPlayers: true }));
    expect([broker.retained.has(mediaByMac), broker.retained.has(byMac)]).toEqual([false, true]);
  });

  it("removes all of its announcements when discovery is disabled", async () => {
    const earlier = await settledBench({ hasMediaPlayers: true });
    earlier.broker.retained.set(deviceOf("other"), '{"origin": {"name": "other"}}');
    const bench = await restartBench(earlier, { isEnabled: false });
    bench.publish("cinema", everything);
    bench.homeAssistant.received(incoming(birth, "online"));
    await bench.clock.advance(seconds(10));
    const topics = [...bench.broker.retained.keys()];
    expect(topics.filter((topic) => !topic.startsWith("player2mqtt/"))).toEqual([deviceOf("other")]);
    expect(bench.clock.pending).toBe(0);
  });
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
