import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import { memberOf } from "../../src/core/fleet.ts";
import { type EmbeddedBroker, startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { type Simulator, startSimulator } from "../../src/tools/simulator/zidoo/start-simulator.ts";
import { fastClock } from "../support/bridge/fast-clock.ts";
import { FastSchedule } from "../support/bridge/fast-schedule.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { Subscriber } from "../support/bridge/subscriber.ts";
import { until } from "../support/bridge/until.ts";

const members = ["bridge-a", "bridge-b"] as const;
const ids = ["den", "attic", "cellar", "hall", "garden", "study"];
const shareOfB = ids.filter((id) => memberOf(id, members) === "bridge-b");
/** Not faster, since a busy machine would read the claims of the others too late. */
const clock = fastClock(2);

let broker: EmbeddedBroker;
let subscriber: Subscriber;
const players: Simulator[] = [];
const bridges: RunningBridge[] = [];

beforeEach(async () => {
  broker = await startEmbeddedBroker({ host: "127.0.0.1", port: 0, username: "", password: "" });
  subscriber = await Subscriber.connect(broker.url);
  for (const [index] of ids.entries())
    players.push(await startSimulator({ mac: `80:0a:80:5e:00:${10 + index}` }));
});
afterEach(async () => {
  for (const bridge of bridges.splice(0)) await bridge[Symbol.asyncDispose]();
  await subscriber[Symbol.asyncDispose]();
  for (const player of players.splice(0)) await player[Symbol.asyncDispose]();
  await broker[Symbol.asyncDispose]();
});

async function start(member: string): Promise<RunningBridge> {
  const list = ids.map((id, index) => ({ id, url: players[index]?.url, family: "zidoo" }));
  const args = {
    "mqtt.url": broker.url,
    "http.port": "0",
    "homeassistant.enabled": "false",
    "fleet.member": member,
    "device.gapMs": "20",
    "device.timeoutMs": "10000",
    "commands.deadlineMs": "60000",
    players: JSON.stringify(list),
  };
  const config = loadConfig({ args, env: {}, cwd: "/nowhere" });
  const bridge = await startBridge(config, new MemoryLog(), {
    clock,
    schedule: new FastSchedule(clock, 1000),
  });
  bridges.push(bridge);
  return bridge;
}

/** Waits until a member claims these players alone. */
const claims = (member: string, wanted: readonly string[]): Promise<unknown> =>
  until(() => {
    const info = subscriber.state.get(`player2mqtt/bridge-${member}/info`);
    if (info === undefined) return false;
    const { players: claimed } = JSON.parse(info) as { readonly players: readonly { readonly id: string }[] };
    return (
      claimed
        .map(({ id }) => id)
        .toSorted()
        .join() === wanted.toSorted().join()
    );
  });

/** Sends commands to all players until `what` is done; returns the outcomes of each. */
async function outcomesDuring(what: () => Promise<unknown>): Promise<string[][]> {
  const from = subscriber.results.length;
  const stop = new AbortController();
  let sent = 0;
  const sending = (async (): Promise<void> => {
    for (; !stop.signal.aborted; sent++) {
      const id = ids[sent % ids.length] ?? "";
      const command = JSON.stringify({ tag: sent % 4 < 2 ? "RCA" : "HDMI2", transaction: sent });
      await subscriber.send(`player2mqtt/${id}/audio/output/set`, command);
      await delay(2);
    }
  })();
  await delay(200);
  await what();
  await delay(200);
  stop.abort();
  await sending;
  const outcomes = (): string[][] => {
    const all = Array.from({ length: sent }, (): string[] => []);
    for (const { transaction, outcome } of subscriber.results.slice(from))
      all[Number(transaction)]?.push(outcome);
    return all;
  };
  await until(() => outcomes().every(({ length }) => length > 0), 30_000);
  return outcomes();
}

it("each command to a fleet has one outcome while a member comes and leaves", {
  timeout: 90_000,
}, async () => {
  await start("a");
  await claims("a", ids);
  let second: RunningBridge | undefined;
  for (let round = 0; round < 2; round++) {
    const coming = await outcomesDuring(async () => {
      second = await start("b");
      await claims("b", shareOfB);
    });
    const leaving = await outcomesDuring(async () => {
      await second?.[Symbol.asyncDispose]();
      await claims("a", ids);
    });
    for (const outcomes of [coming, leaving]) {
      expect(outcomes.filter(({ length }) => length !== 1)).toEqual([]);
      expect(outcomes.flat()).toContain("applied");
    }
  }
});

it("a retained command from before its member came is refused and cleared by who takes the player", async () => {
  const [id = ""] = shareOfB;
  const topic = `player2mqtt/${id}/audio/output/set`;
  await subscriber.send(topic, "RCA", true);
  await start("b");
  await until(() => subscriber.results.length > 0);
  expect(subscriber.results).toMatchObject([{ outcome: "rejected", reason: /retained/ }]);
  await until(() => !subscriber.state.has(topic));
});
