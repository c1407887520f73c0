import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import type { Config } from "../../src/config/schema.ts";
import type { SearchMethod } from "../../src/families/family.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { loadWith } from "../config/load-with.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { Subscriber } from "../support/bridge/subscriber.ts";
import { startEmbeddedBroker, type EmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { searchedBy } from "../support/searched-by.ts";
import { knownHosts } from "../support/known-hosts.ts";
import { opened } from "../support/opened.ts";
import { anyPort } from "../support/any-port.ts";
import { TurningClock } from "../support/turning-clock.ts";

const mac = "02:5e:11:00:00:2a";
const id = "sim-a4-002a";

describe("a bridge that discovers its players", () => {
  let broker: EmbeddedBroker;
  let log: MemoryLog;
  let subscriber: Subscriber;
  let clock: TurningClock;

  beforeEach(async () => {
    broker = opened(await startEmbeddedBroker({ ...anyPort, maxPacketBytes: 200_000 }));
    subscriber = opened(await Subscriber.connect(broker.url));
    clock = new TurningClock();
    log = new MemoryLog();
  });
  afterEach(() => clock[Symbol.dispose]());

  async function player(host: string, port: number): Promise<Simulator> {
    return opened(await startSimulator({ host, port, preset: "audio", mac }));
  }

  const configOf = (players: string): Config =>
    loadWith({
      args: {
        players,
        "mqtt.url": broker.url,
        "http.port": "0",
        "device.gapMs": "10",
        "device.offlineAfter": "1",
      },
    });

  async function start(way: SearchMethod, port: number, players = "auto"): Promise<RunningBridge> {
    const search = { families: searchedBy(way), listenMs: 6000, port };
    return opened(await startBridge(configOf(players), log, { clock, search }));
  }

  const held = (leaf: string): string | undefined => subscriber.state.get(`player2mqtt/${id}/${leaf}`);

  it("follows a player whose address changes, under the same id", async () => {
    const first = await player("127.0.0.1", 0);
    await start(await knownHosts("127.0.0.1", "127.0.0.2"), first.port);
    await eventually(() => expect(held("availability")).toBe("online"));
    expect(JSON.parse(held("info") ?? "")).toMatchObject({ address: first.url, mac });
    await first.sleep();
    await eventually(() => expect(held("availability")).toBe("offline"));
    const second = await player("127.0.0.2", first.port);
    await eventually(() => {
      expect(held("availability")).toBe("online");
      expect(JSON.parse(held("info") ?? "")).toMatchObject({ address: second.url });
    });
    expect(log.saying(`player ${id} was added`)).toHaveLength(1);
    expect(log.saying(`player ${id}: url changed`)).toHaveLength(1);
  });

  it.each([
    ["its MAC is configured", { mac }, undefined],
    ["it has reported its MAC", {}, undefined],
    ["it is listed after a search", { mac }, "auto"],
  ])("follows a listed player as well if %s, and back", async (_why, known, before) => {
    const first = await player("127.0.0.1", 0);
    const way = await knownHosts("127.0.0.1", "127.0.0.2");
    const list = JSON.stringify([{ id, url: first.url, ...known }]);
    const bridge = await start(way, first.port, before ?? list);
    await eventually(() => expect(held("availability")).toBe("online"));
    await bridge.reconfigure(configOf(list));
    await first.sleep();
    const second = await player("127.0.0.2", first.port);
    await eventually(() => {
      expect(held("availability")).toBe("online");
      expect(JSON.parse(held("info") ?? "")).toMatchObject({ address: second.url });
    });
    // The search is not needed for the address in the configuration.
    await second.sleep();
    await first.wake();
    await eventually(() => {
      expect(held("availability")).toBe("online");
      expect(JSON.parse(held("info") ?? "")).toMatchObject({ address: first.url });
    });
    expect(log.saying("looking for the player at another address")).toHaveLength(2);
  });

  it("looks for no listed player that it must not follow", async () => {
    const first = await player("127.0.0.1", 0);
    const way = await knownHosts("127.0.0.2");
    await start(way, first.port, JSON.stringify([{ id, url: first.url, mac, follow: false }]));
    await eventually(() => expect(held("availability")).toBe("online"));
    await first.sleep();
    const second = await player("127.0.0.2", first.port);
    await eventually(() => expect(held("availability")).toBe("offline"));
    await clock.sleep(3 * 60_000, new AbortController().signal);
    expect(second.traffic.count()).toBe(0);
  });

  it("keeps a player that sleeps during a restart of the bridge, and publishes it as offline", async () => {
    const sim = await player("127.0.0.1", 0);
    const way = await knownHosts("127.0.0.1");
    const bridge = await start(way, sim.port);
    await eventually(() => expect(held("availability")).toBe("online"));
    await eventually(() => expect(held("audio/input")).toBeDefined());
    const input = held("audio/input");
    await bridge[Symbol.asyncDispose]();
    await sim.sleep();
    // The last word of the first bridge: its other messages were earlier.
    await eventually(() => expect(subscriber.state.get("player2mqtt/bridge/state")).toBe("offline"));
    subscriber.messages.length = 0;
    await start(way, sim.port);
    await eventually(() => expect(held("availability")).toBe("offline"));
    // Long enough for topics to be cleared, and for a few searches.
    await clock.sleep(3 * 60_000, new AbortController().signal);
    // Empty by default, and said at each connect.
    const empty = subscriber.messages.filter(({ payload }) => payload === "").map(({ topic }) => topic);
    expect(empty.filter((topic) => topic !== "player2mqtt/bridge/latest-version")).toEqual([]);
    expect(held("audio/input")).toBe(input);
    await sim.wake();
    await eventually(() => expect(held("availability")).toBe("online"));
  });
});
