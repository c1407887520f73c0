import { setTimeout as sleep } from "node:timers/promises";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { buildProgram, start } from "../cli/program.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";

const base = "player2mqtt";
const total = 50_000;
const waves = 500;
/** A command to the other player goes out after so many waves. */
const wavesPerProbe = 25;
const perSecond = 10_000;

interface Said {
  readonly outcome: string;
  readonly transaction?: number;
  readonly count?: number;
  readonly players?: Readonly<Record<string, number>>;
}

function read(client: TestClient, topic: string): Said[] {
  return client.on(`${base}/${topic}`).map((text) => JSON.parse(text) as Said);
}

describe.skipIf(isMosquittoMissing)("fifty thousand commands to one player in five seconds", () => {
  it.each(["5", "4"])(
    "delay no other player's, are all answered or counted, and leave the link up (protocol %s)",
    { timeout: 180_000 },
    async (protocol) => {
      // Nothing is lost in the broker, so that every command can be found again.
      await using broker = await startMosquitto({ config: ["max_queued_messages 0"] });
      await using den = await startSimulator({ preset: "audio" });
      await using kitchen = await startSimulator({ preset: "audio" });
      await using built = await buildProgram();
      const settings = {
        mqtt: { url: broker.url, protocol },
        http: { port: 0 },
        homeassistant: { enabled: false },
        players: [
          { id: "den", url: den.url },
          { id: "kitchen", url: kitchen.url },
        ],
      };
      await writeFile(join(built.directory, "players.json"), JSON.stringify(settings));
      start(process.execPath, [built.main, "run", "--config=players.json"], { cwd: built.directory });
      const heard = [`${base}/+/result`, `${base}/bridge/state`];
      await using client = await TestClient.connect(broker.url, heard);
      await using ready = await TestClient.connect(broker.url, [`${base}/+/audio/output`]);
      await eventually(() => expect(ready.state.size).toBe(2));
      await using flooder = await TestClient.connect(broker.url, [], { writeCache: false });

      const sentBefore = new Map<number, number>();
      const sentAfter = new Map<number, number>();
      for (let wave = 0; wave < waves; wave += 1) {
        for (let made = 0; made < total / waves; made += 1) {
          void flooder.publish(`${base}/den/audio/output/set`, "IIS", { qos: 0 });
        }
        const sent = ((wave + 1) * total) / waves;
        if (wave % wavesPerProbe === 0) {
          sentBefore.set(wave, sent);
          void client.publish(`${base}/kitchen/audio/output/set`, `{"tag": "IIS", "transaction": ${wave}}`);
        }
        for (const { transaction = -1 } of read(client, "kitchen/result")) {
          if (!sentAfter.has(transaction)) sentAfter.set(transaction, sent);
        }
        await sleep(10);
      }
      const accounted = (): number =>
        read(client, "bridge/result").reduce(
          (sum, { count = 0 }) => sum + count,
          read(client, "den/result").length,
        );
      await eventually(() => expect(accounted()).toBe(total), 60_000);
      await eventually(() => expect(read(client, "kitchen/result")).toHaveLength(sentBefore.size));

      // In counts, so that a busy machine is no reason: less of the flood passed by than comes in a second.
      const passedBy = Array.from(sentBefore, ([wave, sent]) => (sentAfter.get(wave) ?? total) - sent);
      expect(Math.max(...passedBy)).toBeLessThan(perSecond);
      expect(read(client, "bridge/result")).not.toHaveLength(0);
      for (const { outcome, count, players } of read(client, "bridge/result")) {
        expect({ outcome, players }).toEqual({ outcome: "rejected", players: { den: count } });
      }
      expect(client.on(`${base}/bridge/state`)).toEqual(["online"]);
    },
  );
});
