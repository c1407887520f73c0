import { afterEach, describe, expect, it } from "vitest";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import { bridgeNameOf, memberOf } from "../../src/core/rendezvous.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { isNatsMissing, startNats } from "../support/start-nats.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";

const base = "player2mqtt";
const members = ["bridge-a", "bridge-b"] as const;
/** Of one level to three; what an earlier run left is not compared for ten seconds. */
const leaves = ["availability", "video/title", "audio/output", "audio/output/name", "music/queue/total"];

/** Mosquitto may send a message once for each subscription that matches, or, at earlier versions of MQTT, once. */
const settings = [["allow_duplicate_messages true"], ["allow_duplicate_messages false"], []];

describe.skipIf(isMosquittoMissing || isNatsMissing)(
  "what others write on topics of a fleet with many players",
  () => {
    const running: AsyncDisposable[] = [];
    const keep = <Kept extends AsyncDisposable>(one: Kept): Kept => {
      running.unshift(one);
      return one;
    };
    afterEach(async () => {
      for (const one of running.splice(0)) await one[Symbol.asyncDispose]();
    });

    it.each(settings.map((config) => [config.join() || "default", config] as const))(
      "is corrected where entities depend on it, and each command has one outcome (%s)",
      { timeout: 120_000 },
      async (_name, config) => {
        const broker = keep(await startMosquitto({ config }));
        const store = keep(await startNats());
        const players = new Map<string, Simulator>();
        for (let index = 0; index < 70; index++) {
          const player = keep(await startSimulator({ mac: `80:0a:80:5e:00:${10 + index}` }));
          player.player.video.pause();
          player.player.music.pause();
          players.set(`player-${index}`, player);
        }
        const start = (member: string): Promise<RunningBridge> =>
          startBridge(
            loadConfig({
              args: {
                "http.port": "0",
                "homeassistant.enabled": "false",
                "mqtt.url": broker.url,
                "fleet.url": store.url,
                "fleet.member": member,
                "fleet.leaseMs": "5000",
                "device.gapMs": "10",
                players: JSON.stringify(
                  Array.from(players, ([id, { url }]) => ({ id, url, family: "zidoo" })),
                ),
              },
              env: {},
              cwd: "/nowhere",
            }),
            new MemoryLog(),
          );
        for (const member of ["a", "b"]) keep(await start(member));
        const client = keep(await TestClient.connect(broker.url, [`${base}/#`]));
        const shareOf = (member: string): string[] =>
          [...players.keys()].filter((id) => bridgeNameOf(memberOf(id, ["a", "b"]) ?? "") === member);
        await eventually(() => {
          for (const member of members) {
            const info = client.state.get(`${base}/${member}/info`) ?? "";
            for (const id of shareOf(member)) expect(info).toContain(`"id":"${id}"`);
            expect(shareOf(member).length).toBeGreaterThan(30);
          }
          for (const id of players.keys())
            for (const leaf of leaves) expect(client.state.has(`${base}/${id}/${leaf}`)).toBe(true);
        }, 60_000);

        const topics = members.flatMap((member) =>
          shareOf(member)
            .slice(0, 2)
            .map((id) => `${base}/${id}/availability`),
        );
        const truth = new Map(topics.map((topic) => [topic, client.state.get(topic)]));
        for (const topic of topics) await client.publish(topic, "forged", { retain: true });
        await eventually(() => {
          for (const topic of topics) {
            const said = client.on(topic);
            expect([topic, said.includes("forged"), said.at(-1)]).toEqual([topic, true, truth.get(topic)]);
          }
        });

        const ids = [...players.keys()];
        await Promise.all(
          ids.flatMap((id) => [
            client.publish(`${base}/${id}/audio/output/set`, '{"tag": "RCA", "transaction": "one"}'),
            client.publish(`${base}/${id}/music/queue/get`, '{"start": 0, "count": 1, "transaction": "two"}'),
          ]),
        );
        const countOf = (id: string, leaf: string): number => client.on(`${base}/${id}/${leaf}`).length;
        const counts = (): number[][] =>
          ids.map((id) => [countOf(id, "result"), countOf(id, "music/queue/page")]);
        await eventually(() => expect(counts().filter(([one, two]) => !one || !two)).toEqual([]), 30_000);
        // Whatever was obeyed twice would have had two outcomes by now.
        await client.publish(`${base}/${ids.at(-1)}/refresh/set`, '{"transaction": "last"}');
        await eventually(() => expect(countOf(ids.at(-1) ?? "", "result")).toBe(2));
        expect(counts().slice(0, -1)).toEqual(ids.slice(0, -1).map(() => [1, 1]));
        for (const { traffic } of players.values()) expect(traffic.maxConcurrent).toBe(1);
      },
    );
  },
);
