import { beforeEach, describe, expect, it } from "vitest";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Config } from "../../src/config/schema.ts";
import type { Family } from "../../src/families/family.ts";
import { families as known } from "../../src/families/index.ts";
import { findPlayers } from "../../src/tools/finder/find-players.ts";
import { suggestEntry } from "../../src/tools/finder/suggest-entry.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { Subscriber } from "../support/bridge/subscriber.ts";
import { until } from "../support/bridge/until.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { chime } from "./chime/family.ts";
import { SimulatedChime } from "./chime/simulated-chime.ts";
import { knownHost } from "../support/known-host.ts";
import { opened } from "../support/opened.ts";

describe("a family that the bridge did not know", () => {
  let player: SimulatedChime;
  let families: readonly Family[];
  let log: MemoryLog;

  beforeEach(async () => {
    player = opened(await SimulatedChime.start());
    // A real one has the port of its family.
    families = [...known, { ...chime, defaultPort: player.port }];
    log = new MemoryLog();
  });

  const configOf = (brokerUrl: string, players: readonly object[]): Config =>
    loadConfig({
      args: {
        "mqtt.url": brokerUrl,
        players: JSON.stringify(players),
        "http.port": "0",
        "device.gapMs": "10",
        "device.offlineAfter": "1",
        // In the time of a fast clock, a busy machine is slow.
        "device.timeoutMs": "60000",
        "commands.deadlineMs": "600000",
        "homeassistant.enabled": "false",
      },
      env: {},
      cwd: "/nowhere",
      requirePlayers: false,
    });

  async function broker() {
    const options = { host: "127.0.0.1", port: 0, username: "", password: "", maxPacketBytes: 200_000 };
    return opened(await startEmbeddedBroker(options));
  }

  async function bridgeOf(config: Config): Promise<RunningBridge> {
    return opened(await startBridge(config, log, { clock: fastClock(10), families }));
  }

  it("is found, opened, published, commanded, followed, lost and found again, and removed", async () => {
    const { url } = await broker();
    const subscriber = opened(await Subscriber.connect(url));
    const held = (leaf: string): string | undefined => subscriber.state.get(`player2mqtt/chime/${leaf}`);

    const method = opened(await knownHost("127.0.0.1"));
    const searched = families.map((family) => ({ ...family, discovery: [method] }));
    const search = { families: searched, listenMs: 300, clock: fastClock(1) };
    const [found] = await findPlayers(search, new AbortController().signal);
    if (found === undefined) throw new Error("nothing was found");
    expect(found).toMatchObject({ family: "chime", model: { model: "Chime One" } });
    expect(suggestEntry(found).url).toBe(`http://127.0.0.1:${player.port}`);

    const bridge = await bridgeOf(configOf(url, [{ id: "chime", url: "127.0.0.1" }]));
    await until(() => held("music/title") === "Morning");
    expect(JSON.parse(held("info") ?? "")).toMatchObject({
      family: "chime",
      address: `http://127.0.0.1:${player.port}`,
      model: "Chime One",
    });

    expect(await subscriber.ask("player2mqtt/chime/volume/set", "50")).toMatchObject({ outcome: "applied" });
    expect([player.state.volume, held("volume")]).toEqual([25, "50"]);

    // Nothing is read: its family has no intervals, and those of the core are minutes.
    const { reads } = player;
    player.change({ title: "Noon" });
    await until(() => held("music/title") === "Noon");
    expect(player.reads).toBe(reads);

    await player.switchOff();
    await until(() => held("availability") === "offline");
    await player.switchOn();
    await until(() => held("availability") === "online");
    await until(() => player.listeners > 0);
    player.change({ title: "Night" });
    await until(() => held("music/title") === "Night");

    await bridge.reconfigure(configOf(url, []));
    await until(() => [...subscriber.state.keys()].every((topic) => !topic.includes("/chime/")));
  });

  it("is known from an earlier run while the player is off", async () => {
    const { url } = await broker();
    const subscriber = opened(await Subscriber.connect(url));
    const info = (): Record<string, unknown> =>
      JSON.parse(subscriber.state.get("player2mqtt/den/info") ?? "{}") as Record<string, unknown>;
    const config = configOf(url, [{ id: "den", url: "127.0.0.1" }]);
    const first = await startBridge(config, log, { clock: fastClock(10), families });
    await until(() => info()["family"] === "chime");
    await first[Symbol.asyncDispose]();
    await player.switchOff();
    subscriber.messages.length = 0;
    await bridgeOf(config);
    await until(() => subscriber.state.get("player2mqtt/den/availability") === "offline");
    await until(() => info()["family"] === "chime");
    expect(info()["address"]).toBe(`http://127.0.0.1:${player.port}`);
  });

  it("is offline and unknown if it was never seen", async () => {
    const { url } = await broker();
    const subscriber = opened(await Subscriber.connect(url));
    await player.switchOff();
    await bridgeOf(configOf(url, [{ id: "den", url: "127.0.0.1", mac: "02:c1:1e:00:00:01" }]));
    await until(() => subscriber.state.get("player2mqtt/den/availability") === "offline");
    expect(subscriber.state.has("player2mqtt/den/info")).toBe(false);
    await player.switchOn();
    await until(() => subscriber.state.get("player2mqtt/den/availability") === "online");
  });

  it("ignores settings that its players do not have, and says so once", async () => {
    const { url } = await broker();
    await bridgeOf(configOf(url, [{ id: "den", url: "127.0.0.1", psk: "0000" }]));
    const words = "ignoring settings that players of this family do not have";
    await until(() => log.saying(words).length > 0);
    expect(log.saying(words)).toMatchObject([
      { fields: { player: "den", family: "chime", settings: "psk" } },
    ]);
  });
});
