import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commandTopics } from "../../src/core/topics/topics.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained, TestClient } from "../support/mqtt-client.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";
import {
  base,
  completeSnapshot,
  completeTopics,
  outputSet,
  results,
  resultTopic,
  startWholeBridge,
} from "./whole-bridge.ts";

const rejected = { command: "audio/output", outcome: "rejected", reason: expect.stringMatching(/^retained/) };

describe.skipIf(isMosquittoMissing)("a command that was sent retained", () => {
  it.each(["5", "4"])("while the bridge is there is refused and cleared (protocol %s)", async (protocol) => {
    await using broker = await startMosquitto();
    await using client = await TestClient.connect(broker.url, [resultTopic]);
    await using whole = await startWholeBridge(broker.url, { "mqtt.protocol": protocol });
    await completeSnapshot(broker.url);
    await client.publish(outputSet, "RCA", { retain: true });
    // 3.1.1 does not tell a live message that was sent retained from any other: there it is obeyed.
    const expected = protocol === "5" ? rejected : { outcome: "applied" };
    await eventually(() => expect(results(client)).toMatchObject([expected]));
    expect(whole.sim.traffic.count("setOutInputList")).toBe(protocol === "5" ? 0 : 1);
    const kept = protocol === "5" ? [] : ["RCA"];
    await eventually(async () => {
      expect([...(await readRetained(broker.url, outputSet)).values()]).toEqual(kept);
    });
  });
});

describe.skipIf(isMosquittoMissing)("the access rights of docs/acl.example.conf", () => {
  const acl = readFileSync(new URL("../../docs/acl.example.conf", import.meta.url), "utf8");
  const bridge = { "mqtt.username": "player2mqtt", "mqtt.password": "a", "queue.publish": "all" };
  const household = { username: "household", password: "b" };
  const options = {
    config: ["acl_file {dir}/acl"],
    files: { acl: `${acl}\nuser anybody\ntopic readwrite #\n` },
    users: { player2mqtt: "a", household: "b", anybody: "c" },
  };

  it("are enough for everything that the bridge does, and let nobody else publish for it", async () => {
    await using broker = await startMosquitto(options);
    await using anybody = await TestClient.connect(broker.url, [], { username: "anybody", password: "c" });
    const leftPage = `${base}/den/music/queue/pages/99`;
    await anybody.publish(leftPage, "[]", { retain: true });
    await using whole = await startWholeBridge(broker.url, bridge);
    const found = await completeSnapshot(broker.url, household);
    for (const topic of completeTopics) expect(found.get(topic)).not.toBe("");
    expect([...found.keys()]).toContain(`${base}/den/music/queue/pages/0`);
    await eventually(async () => {
      expect((await readRetained(broker.url, leftPage, household)).size).toBe(0);
    });
    const filters = [`${base}/#`, "player2mqtt-replies/#"];
    await using client = await TestClient.connect(broker.url, filters, household);
    await client.publish(outputSet, "RCA", { properties: { responseTopic: "player2mqtt-replies/me" } });
    await eventually(() => expect(results(client, "player2mqtt-replies/me")).toHaveLength(1));
    await client.publish(`${base}/den/refresh/set`, "");
    await client.publish(outputSet, "XLR", { retain: true });
    await eventually(() =>
      expect(results(client).map(({ outcome }) => outcome)).toEqual(
        expect.arrayContaining(["applied", "applied", "rejected"]),
      ),
    );
    expect((await readRetained(broker.url, outputSet, household)).size).toBe(0);
    const topics = commandTopics(base, "den");
    for (const topic of topics) await client.publish(topic, '{"value":"?","transaction":"each"}');
    await eventually(() => {
      const answered = results(client).filter(({ transaction }) => transaction === "each");
      expect(new Set(answered.map(({ command }) => `${base}/den/${command}/set`))).toEqual(new Set(topics));
    });
    await expect(client.publish(`${base}/bridge/state`, "offline", { retain: true })).rejects.toThrow(
      "Not authorized",
    );
    expect(whole.log.lines.filter(({ level }) => level === "error")).toEqual([]);
    await whole[Symbol.asyncDispose]();
    expect((await readRetained(broker.url, `${base}/#`, household)).get(`${base}/bridge/state`)).toBe(
      "offline",
    );
  });
});
