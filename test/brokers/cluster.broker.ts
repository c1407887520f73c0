import { describe, expect, it } from "vitest";
import { startBridge } from "../../src/app.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { loadWith } from "../config/load-with.ts";
import { base, completeTopics, outputSet, results, resultTopic } from "../mosquitto/whole-bridge.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { opened } from "../support/opened.ts";
import { kinds } from "./kinds.ts";
import { missing } from "./missing.ts";
import { startNatsCluster } from "./nats-cluster.ts";
import { login } from "./real-broker.ts";

const options = { protocolVersion: 4, ...login } as const;
const patience = 60_000;
const nats = kinds.find(({ name }) => name === "NATS");

describe.skipIf(nats === undefined || missing.includes(nats))("a member of a fleet at three nodes", () => {
  // The waits may take longer together than a test usually has, while the cluster elects a leader.
  it("goes on when its node is killed, and every node has the same topics once that is back", {
    timeout: 240_000,
  }, async () => {
    const nodes = await startNatsCluster(3);
    for (const node of nodes) opened(node);
    const player = opened(await startSimulator());
    player.player.video.pause();
    player.player.music.pause();
    const args = {
      "mqtt.url": nodes.map(({ url }) => url).join(),
      "mqtt.username": login.username,
      "mqtt.password": login.password,
      "fleet.url": nodes.map(({ storeUrl }) => storeUrl).join(),
      "fleet.username": login.username,
      "fleet.password": login.password,
      "fleet.member": "a",
      "http.port": "0",
      "poll.audio": "* * * * * *",
      players: JSON.stringify([{ id: "den", url: player.url }]),
    };
    const log = new MemoryLog();
    const bridge = opened(await startBridge(loadWith({ args }), log));
    const ofPlayer = completeTopics.filter((topic) => topic.startsWith(`${base}/den/`));
    const foundAt = async (url: string): Promise<ReadonlyMap<string, string>> => {
      await using client = await TestClient.connect(url, [`${base}/den/#`], options);
      await eventually(
        () => expect([...client.state.keys()]).toEqual(expect.arrayContaining([...ofPlayer])),
        5000,
      );
      return client.state;
    };
    const sameEverywhere = (output: string): Promise<void> =>
      eventually(async () => {
        for (const { url } of nodes)
          expect([url, (await foundAt(url)).get(`${base}/den/audio/output`)]).toEqual([url, output]);
      }, patience);
    /** While NATS elects a leader it loses some commands (docs/brokers.md), and a client may hear nothing more. */
    const select = (url: string, tag: string): Promise<void> =>
      eventually(async () => {
        await using client = await TestClient.connect(url, [resultTopic], options);
        // It may never be acknowledged.
        client.publish(outputSet, JSON.stringify({ tag, transaction: tag })).catch(() => {});
        await eventually(
          () => expect(results(client).at(-1)?.outcome).toMatch(/^(?:applied|unchanged)$/),
          10_000,
        );
      }, patience);

    await sameEverywhere("HDMI");
    const [lost, , third] = nodes;
    expect(bridge.brokerUrl).toBe(lost?.url);
    await lost?.kill();
    await eventually(() => {
      expect(log.saying("connected to the broker").length).toBeGreaterThan(1);
      expect(bridge.health().isOk).toBe(true);
    }, patience);
    await select(third?.url ?? "", "RCA");
    await lost?.start();
    await sameEverywhere("RCA");
    // Connections to several nodes have ended, but not because of the size of a message.
    expect(log.lines.filter(({ message }) => message.includes("large messages"))).toEqual([]);
  });
});
