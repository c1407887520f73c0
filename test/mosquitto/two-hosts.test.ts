import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { loadWith } from "../config/load-with.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import type { Result } from "../support/bridge/recording-broker.ts";
import { until } from "../support/bridge/until.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { opened } from "../support/opened.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";

const stateTopic = "player2mqtt/bridge/state";
const announcementTopic = "player2mqtt-discovery/player2mqtt_bridge";
const availabilityTopic = "player2mqtt/den/availability";
const noDelay = { "device.gapMs": "10", "http.port": "0" };

interface Host {
  readonly bridge: RunningBridge;
  readonly log: MemoryLog;
}

describe.skipIf(isMosquittoMissing).each(["5", "4"])(
  "two hosts with one bridge (protocol %s)",
  { timeout: 60_000 },
  (protocol) => {
    let broker: Mosquitto;
    let sim: Simulator;
    let client: TestClient;

    beforeEach(async () => {
      broker = opened(await startMosquitto());
      sim = opened(await startSimulator());
      sim.player.video.pause();
      sim.player.music.pause();
      client = opened(await TestClient.connect(broker.url, ["player2mqtt/#", "player2mqtt-discovery/#"]));
    });

    async function start(name: string, args: Readonly<Record<string, string>> = {}): Promise<Host> {
      const players = JSON.stringify([{ id: "den", url: sim.url, psk: name }]);
      const own = { "mqtt.clientId": `${name}-host`, "mqtt.protocol": protocol, players };
      const config = loadWith({ args: { "mqtt.url": broker.url, ...noDelay, ...own, ...args } });
      const log = new MemoryLog();
      return { bridge: opened(await startBridge(config, log)), log };
    }

    const stateIs = (state: string): boolean => client.state.get(stateTopic) === state;
    const leader = (): string | undefined => {
      const info = client.state.get("player2mqtt/bridge/info");
      return info === undefined
        ? undefined
        : (JSON.parse(info) as { mqtt: { clientId: string } }).mqtt.clientId;
    };
    const leads = (name: string): Promise<boolean> =>
      until(() => leader() === `${name}-host` && stateIs("online") && isDenOnline(), 10_000);
    const isDenOnline = (): boolean => client.state.get(availabilityTopic) === "online";
    const standsBy = ({ log }: Host): Promise<boolean> =>
      until(() => log.lines.filter(({ message }) => message === "connected to the broker").length >= 2);
    const outcomes = (): Result[] =>
      client.on("player2mqtt/den/result").map((text) => JSON.parse(text) as Result);

    it("moves without an interruption, and each command has one outcome", async () => {
      const old = await start("old");
      await leads("old");
      const seen = client.seen.length;
      let sent = 0;
      const sending = (async (): Promise<void> => {
        for (; sent < 40; sent++) {
          const payload = JSON.stringify({ tag: sent % 2 === 0 ? "HDMI2" : "RCA", transaction: sent });
          await client.publish("player2mqtt/den/audio/output/set", payload);
          await delay(50);
        }
      })();
      const since = performance.now();
      await start("new");
      await leads("new");
      await standsBy(old);
      expect(performance.now() - since).toBeLessThan(3000);
      await sending;
      await until(() => new Set(outcomes().map(({ transaction }) => transaction)).size === sent);
      // The old one would ask by now.
      await delay(8000);
      const transactions = outcomes().map(({ transaction }) => transaction);
      expect(transactions.length).toBe(sent);
      expect(outcomes().filter(({ outcome }) => outcome === "rejected")).toEqual([]);
      await old.bridge[Symbol.asyncDispose]();
      await delay(1500);
      expect([stateIs("online"), isDenOnline()]).toEqual([true, true]);
      const offline = client.seen
        .slice(seen)
        .filter(({ topic, text }) => [stateTopic, availabilityTopic].includes(topic) && text === "offline");
      expect(offline).toEqual([]);
    });

    it("corrects what others write on the availability of its players, and its announcement", async () => {
      await start("new");
      await leads("new");
      const topics = [availabilityTopic, announcementTopic];
      await until(() => client.state.has(announcementTopic), 10_000);
      const before = new Map(client.state);
      for (const topic of topics) {
        await client.publish(topic, "forged", { retain: true });
        expect(await until(() => client.state.get(topic) === "forged")).toBe(true);
        expect(await until(() => client.state.get(topic) === before.get(topic), 3000)).toBe(true);
      }
    });

    it("keeps a second one as a hot stand-by, which takes over in time and stands by for the first when that starts again", async () => {
      const proxy = await startTcpProxy(Number(new URL(broker.url).port));
      const first = await start("first", { "mqtt.url": `mqtt://127.0.0.1:${proxy.port}` });
      await leads("first");
      const second = await start("second", { "mqtt.takeOver": "false" });
      await until(() => second.log.lines.some(({ message }) => message === "connected to the broker"));
      await delay(1500);
      expect(leader()).toBe("first-host");
      sim.traffic.requests.length = 0;
      await delay(1500);
      expect(sim.traffic.requests.filter(({ psk }) => psk === "second")).toEqual([]);
      await proxy[Symbol.asyncDispose]();
      const since = performance.now();
      await leads("second");
      expect(performance.now() - since).toBeLessThan(15_000);
      await client.publish("player2mqtt/den/refresh/set", "");
      await until(() => outcomes().length === 1);
      await first.bridge[Symbol.asyncDispose]();
      await delay(1000);
      expect(stateIs("online")).toBe(true);
      await start("third");
      await leads("third");
      await standsBy(second);
    });
  },
);
