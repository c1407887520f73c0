import { expect, it } from "vitest";
import { startBridge } from "../../src/app.ts";
import type { Config } from "../../src/config/schema.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { loadWith } from "../config/load-with.ts";
import { anyPort } from "../support/any-port.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { opened } from "../support/opened.ts";
import { TestClient } from "../support/mqtt-client.ts";

const lastTopicOf = (id: string): string => `player2mqtt/${id}/music/queue/pages/5`;
const announcement = "homeassistant/device/player2mqtt_800a805e0011/config";

/** The topics about a player that a new subscriber receives, once it has received all of the other player. */
async function tracesFor(url: string, id: string, other: string): Promise<string[]> {
  await using late = await TestClient.connect(url, ["#"], { protocolVersion: 4 });
  await eventually(() => expect([...late.state.keys()]).toContain(lastTopicOf(other)));
  await eventually(() => expect([...late.state.keys()]).toContain("player2mqtt/bridge/state"));
  return [...late.state]
    .filter(([topic, text]) => topic.startsWith(`player2mqtt/${id}/`) || text.includes(`player2mqtt/${id}/`))
    .map(([topic]) => topic);
}

it.each<[change: string, how: "reload" | "restart", attic: string, more?: Record<string, string>]>([
  ["was removed", "reload", ""],
  ["was removed while the bridge was away", "restart", ""],
  ["was removed together with Home Assistant", "restart", "", { "homeassistant.enabled": "false" }],
  ["has another id", "reload", "loft"],
])("a broker keeps no topics of a player that %s", async (_title, how, left, more = {}) => {
  await using broker = await startEmbeddedBroker({ ...anyPort, maxPacketBytes: 200_000 });
  await using den = await startSimulator({ mac: "80:0a:80:5e:00:10", queueSize: 300 });
  await using attic = await startSimulator({ mac: "80:0a:80:5e:00:11", queueSize: 300 });
  await using witness = await TestClient.connect(broker.url, ["#"], { protocolVersion: 4 });
  /** With every page of the queues. */
  const configWith = (id: string, args: Readonly<Record<string, string>> = {}): Config => {
    const players = [{ id: "den", url: den.url }, ...(id === "" ? [] : [{ id, url: attic.url }])];
    const common = { "mqtt.url": broker.url, "http.port": "0", "device.gapMs": "10", "queue.publish": "all" };
    // A player that a busy machine makes slow is not offline.
    const slow = { "device.timeoutMs": "30000" };
    return loadWith({ args: { ...common, ...slow, players: JSON.stringify(players), ...args } });
  };
  const start = (config: Config) => startBridge(config, new MemoryLog(), { clock: fastClock(10) });
  const bridge = opened(await start(configWith("attic")));
  await eventually(() =>
    expect([...witness.state.keys()]).toEqual(
      expect.arrayContaining([lastTopicOf("den"), lastTopicOf("attic"), announcement]),
    ),
  );
  expect((await tracesFor(broker.url, "attic", "den")).length).toBeGreaterThan(20);

  const seen = witness.seen.length;
  if (how === "reload") await bridge.reconfigure(configWith(left, more));
  else {
    await bridge[Symbol.asyncDispose]();
    opened(await start(configWith(left, more)));
  }
  // Each new subscriber keeps the broker busy, which has to deliver the pages that are to be cleared.
  await eventually(
    async () => expect(await tracesFor(broker.url, "attic", "den")).toEqual([]),
    undefined,
    250,
  );
  await eventually(() =>
    expect(witness.state.get(announcement)?.includes("player2mqtt/loft/") ?? false).toBe(left === "loft"),
  );
  // Home Assistant wants to hear that it is offline, and removed, before its topics go, and its availability last.
  const said = witness.seen.slice(seen).map(({ topic, text }) => `${topic} ${text}`);
  const cleared = said.indexOf("player2mqtt/attic/info ");
  const earlier = ["player2mqtt/attic/availability offline", ...(left === "" ? [`${announcement} `] : [])];
  expect(said.slice(0, cleared)).toEqual(expect.arrayContaining(earlier));
  const ofAttic = said.filter((line) => line.startsWith("player2mqtt/attic/"));
  expect(ofAttic.at(-1)).toBe("player2mqtt/attic/availability ");
  // Another bridge keeps its hands off meanwhile.
  const records = said.filter((line) => line.startsWith("player2mqtt/bridge/info "));
  expect(records.some((line) => line.includes('"leaving":["attic"]'))).toBe(true);
  await eventually(() => expect(witness.state.get("player2mqtt/bridge/info")).not.toContain("leaving"));
});
