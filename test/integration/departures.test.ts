import { describe, expect, it } from "vitest";
import { startBridge } from "../../src/app.ts";
import type { Config } from "../../src/config/schema.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { loadWith } from "../config/load-with.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";

/** A new player on the embedded broker at each of the addresses, with every page of its queue. */
function configOf(players: Readonly<Record<string, string>>): Config {
  return loadWith({
    args: {
      "broker.port": "0",
      "http.port": "0",
      "device.gapMs": "10",
      // A player that a busy machine makes slow is not offline.
      "device.timeoutMs": "30000",
      "queue.publish": "all",
      players: JSON.stringify(Object.entries(players).map(([id, url]) => ({ id, url }))),
    },
  });
}

const lastTopicOf = (id: string): string => `player2mqtt/${id}/music/queue/pages/5`;

/** The topics about a player that a new subscriber receives, once it has received all of the other player. */
async function tracesFor(url: string, id: string, other: string): Promise<string[]> {
  await using late = await TestClient.connect(url, ["#"], { protocolVersion: 4 });
  await eventually(() => expect([...late.state.keys()]).toContain(lastTopicOf(other)));
  await eventually(() => expect([...late.state.keys()]).toContain("player2mqtt/bridge/state"));
  return [...late.state]
    .filter(([topic, text]) => topic.startsWith(`player2mqtt/${id}/`) || text.includes(`player2mqtt/${id}/`))
    .map(([topic]) => topic);
}

describe("the embedded broker", () => {
  it.each<[change: string, after: (den: string, attic: string) => Record<string, string>]>([
    ["was removed", (den) => ({ den })],
    ["has another id", (den, attic) => ({ den, loft: attic })],
  ])("keeps no topics of a player that %s", async (_title, after) => {
    await using den = await startSimulator({ mac: "80:0a:80:5e:00:10", queueSize: 300 });
    await using attic = await startSimulator({ mac: "80:0a:80:5e:00:11", queueSize: 300 });
    const before = configOf({ den: den.url, attic: attic.url });
    await using bridge = await startBridge(before, new MemoryLog(), { clock: fastClock(4) });
    await using witness = await TestClient.connect(bridge.brokerUrl, ["#"], { protocolVersion: 4 });
    const announced = "homeassistant/device/player2mqtt_800a805e0011/config";
    await eventually(() =>
      expect([...witness.state.keys()]).toEqual(
        expect.arrayContaining([lastTopicOf("den"), lastTopicOf("attic"), announced]),
      ),
    );
    expect((await tracesFor(bridge.brokerUrl, "attic", "den")).length).toBeGreaterThan(20);

    await bridge.reconfigure(configOf(after(den.url, attic.url)));
    // Each new subscriber keeps the broker busy, which has to deliver the pages that are to be cleared.
    await eventually(
      async () => expect(await tracesFor(bridge.brokerUrl, "attic", "den")).toEqual([]),
      undefined,
      250,
    );
    const hasMoved = "loft" in after("", "");
    await eventually(() =>
      expect(witness.state.get(announced)?.includes("player2mqtt/loft/") ?? false).toBe(hasMoved),
    );
  });
});
