import { setTimeout as delay } from "node:timers/promises";
import { describe, expect } from "vitest";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { Subscriber } from "../support/bridge/subscriber.ts";
import { countHandles } from "../support/handles.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { anyPort } from "../support/any-port.ts";

const stateTopic = "player2mqtt/bridge/state";

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

async function msToEnd({ bridge, clock }: Bridged): Promise<number> {
  const since = clock.now();
  await bridge[Symbol.asyncDispose]();
  return clock.now() - since;
}

const it = withBridge();

describe("a bridge that starts and stops many times", () => {
  it("leaves no sockets, timers, listeners or retained online behind", async ({ sim }) => {
    await using broker = await startEmbeddedBroker(anyPort);
    await using subscriber = await Subscriber.connect(broker.url);
    const args = { "mqtt.url": broker.url };
    const run = async (lowPriority: boolean): Promise<void> => {
      const since = subscriber.messages.length;
      await using bridged = lowPriority
        ? await Bridged.settled(sim, { args })
        : await Bridged.start(sim, { args });
      expect(await msToEnd(bridged)).toBeLessThan(2000);
      if (lowPriority) await until(() => subscriber.state.get(stateTopic) === "offline");
      expect(
        subscriber.messages.slice(since).findLast(({ topic }) => topic === stateTopic)?.payload ?? "offline",
      ).toBe("offline");
    };
    await run(true);
    const listeners = process.eventNames().map((name) => [name, process.listenerCount(name)]);
    await until(() => sim.traffic.inProgress === 0);
    // The player's end of a connection closes a moment after the bridge's.
    let before = countHandles();
    for (let quiet = 0; quiet < 20; quiet++) {
      await delay(10);
      const now = countHandles();
      if (sum(now) !== sum(before)) quiet = 0;
      before = now;
    }
    for (let round = 0; round < 24; round++) await run(round % 4 === 0);
    // Fewer may be left: one of those counted before may have been about to end.
    const more = () => Object.entries(countHandles()).filter(([kind, count]) => count > (before[kind] ?? 0));
    // No helper here, since its timers would be counted.
    for (let turn = 0; turn < 1000 && more().length > 0; turn++) await delay(10);
    expect(more()).toEqual([]);
    expect(process.eventNames().map((name) => [name, process.listenerCount(name)])).toEqual(listeners);
    await until(() => subscriber.state.get(stateTopic) === "offline");
  });
});

describe("a stopping bridge", () => {
  it.for(["getPlayStatus", "getInputAndOutputList"])(
    "needs less than two seconds while its player hangs in %s",
    async (operation, { sim }) => {
      await using bridged = await Bridged.settled(sim, { speed: 1 });
      const behavior = sim.behaviors.add(`hang@${operation}`);
      await bridged.subscriber.send("player2mqtt/den/refresh/set", "");
      await until(() => behavior.hits > 0);
      expect(await msToEnd(bridged)).toBeLessThan(2000);
      await until(() => bridged.subscriber.state.get(stateTopic) === "offline");
    },
  );

  it.each([
    ["finishes the command in flight", "audio/output", "RCA", "setOutInputList"],
    ["reads back what the player has taken", "music/playback", "next", "playNext"],
  ] as const)("%s, and publishes its outcome", async (_what, control, request, operation) => {
    await using sim = await startSimulator({ preset: "audio" });
    await using broker = await startEmbeddedBroker(anyPort);
    await using bridged = await Bridged.settled(sim, { speed: 1, args: { "mqtt.url": broker.url } });
    sim.behaviors.add("slow:300@setOutInputList");
    const asked = bridged.set(control, request);
    await until(() => sim.traffic.count(operation) === 1);
    expect(await msToEnd(bridged)).toBeLessThan(2000);
    expect(await asked).toMatchObject({ outcome: "applied" });
    await until(() => bridged.subscriber.state.get(stateTopic) === "offline");
  });

  const reason = "sent, but not confirmed before the bridge stopped";
  it.each([false, true])(
    "needs less than two seconds while its broker hangs, and its will is published, with a read-back that hangs: %s",
    async (isSent) => {
      await using sim = await startSimulator({ preset: "audio" });
      await using broker = await startEmbeddedBroker(anyPort);
      await using proxy = await startTcpProxy(broker.port);
      await using subscriber = await Subscriber.connect(broker.url);
      const args = { "mqtt.url": `mqtt://127.0.0.1:${proxy.port}` };
      await using bridged = await Bridged.settled(sim, { speed: 1, args });
      await until(() => subscriber.state.get(stateTopic) === "online");
      if (isSent) {
        await subscriber.send("player2mqtt/den/music/playback/set", "next");
        await until(() => sim.traffic.count("playNext") === 1);
        sim.behaviors.add("hang@getState");
      }
      proxy.freeze();
      expect(await msToEnd(bridged)).toBeLessThan(2000);
      const failed = bridged.log.saying("command failed");
      expect(failed.map(({ fields }) => fields?.["reason"])).toEqual(isSent ? [reason] : []);
      proxy.cut();
      await until(() => subscriber.state.get(stateTopic) === "offline");
    },
  );
});

describe("a bridge without its broker", () => {
  it("keeps polling, and publishes everything once the broker is back", async ({ sim }) => {
    await using first = await startEmbeddedBroker(anyPort);
    const { port, url } = first;
    await first[Symbol.asyncDispose]();
    await using bridged = await Bridged.withoutSubscriber(sim, { args: { "mqtt.url": url } });
    await until(() => sim.traffic.count("getPlayQueue") > 0);
    await using _second = await startEmbeddedBroker({ ...anyPort, port });
    await using subscriber = await Subscriber.connect(url);
    await until(() => subscriber.state.get(stateTopic) === "online");
    expect(subscriber.state.get("player2mqtt/den/audio/input")).toBe("XMOS");
    expect(bridged.log.saying("cannot reach the broker, retrying")).toHaveLength(1);
  });
});
