import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import { memberOf } from "../../src/core/fleet.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { kinds } from "./kinds.ts";
import { missing } from "./missing.ts";
import { login, type RealBroker } from "./real-broker.ts";

const members = ["bridge-a", "bridge-b"] as const;

describe.each(kinds.filter((kind) => !missing.includes(kind)))("a fleet at $name", (kind) => {
  let broker: RealBroker;
  const players: Simulator[] = [];
  const ids = ["den", "attic", "cellar", "hall", "garden", "study"];

  beforeAll(async () => {
    broker = await kind.start();
    for (const [index] of ids.entries())
      players.push(await startSimulator({ mac: `80:0a:80:5e:00:${10 + index}` }));
  });
  afterAll(async () => {
    for (const player of players) await player[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
  });

  const start = (member: string) =>
    startBridge(
      loadConfig({
        args: {
          "http.port": "0",
          "homeassistant.enabled": "false",
          "mqtt.url": broker.url,
          "mqtt.username": login.username,
          "mqtt.password": login.password,
          "fleet.member": member,
          players: JSON.stringify(ids.map((id, index) => ({ id, url: players[index]?.url }))),
        },
        env: {},
        cwd: "/nowhere",
      }),
      new MemoryLog(),
    );

  it.skipIf(kind.sendsKeptToWildcards)("refuses to start, and says why", async () => {
    await using member = await start("a");
    await expect(member.done).rejects.toThrow(
      /no retained messages to wildcard subscriptions, so the members of a fleet cannot see each other/,
    );
    expect(players.reduce((count, { traffic }) => count + traffic.count(), 0)).toBe(0);
  });

  it.runIf(kind.sendsKeptToWildcards)("shares the players by the hash", async () => {
    await using _a = await start("a");
    await using _b = await start("b");
    const protocolVersion = kind.protocol === "5" ? 5 : 4;
    await using client = await TestClient.connect(broker.url, ["player2mqtt/#"], {
      protocolVersion,
      ...login,
    });
    await eventually(() => {
      for (const member of members) {
        const info = JSON.parse(client.state.get(`player2mqtt/${member}/info`) ?? "{}") as {
          readonly players?: readonly { readonly id: string }[];
        };
        const wanted = ids.filter((id) => memberOf(id, members) === member);
        expect(info.players?.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted());
      }
      for (const id of ids)
        expect([id, client.state.get(`player2mqtt/${id}/availability`)]).toEqual([id, "online"]);
    }, 60_000);
    for (const { traffic } of players) expect(traffic.maxConcurrent).toBe(1);
  });
});
