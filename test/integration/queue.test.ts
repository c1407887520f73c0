import { describe, expect, it } from "vitest";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { Subscriber } from "../support/bridge/subscriber.ts";
import { until } from "../support/bridge/until.ts";
import { anyPort } from "../support/any-port.ts";

interface Entry {
  readonly position: number;
  readonly title: string;
  readonly active?: boolean;
  readonly uri?: string;
}

interface Queue {
  readonly total: number;
  readonly current?: number;
  readonly entries: readonly Entry[];
}

function queueOf(bridged: Bridged): Queue {
  return bridged.json("music/queue") as Queue;
}

function pagesOf({ state }: Subscriber): number[] {
  const pages = [...state.keys()].map(
    (topic) => /^player2mqtt\/den\/music\/queue\/pages\/(\d+)$/.exec(topic)?.[1],
  );
  return pages
    .filter((page) => page !== undefined)
    .map(Number)
    .toSorted((a, b) => a - b);
}

describe("a queue of thousands of entries", () => {
  it("can be left out", async () => {
    await using sim = await startSimulator({ queueSize: 100 });
    await using bridged = await Bridged.settled(sim, { args: { "queue.publish": "none" } });
    expect(queueOf(bridged)).toMatchObject({ total: 100, entries: [] });
    expect(bridged.payload("music/title")).toBe("Amber Ferry");
  });

  it("is never larger than the payload limit", async () => {
    await using sim = await startSimulator({ queueSize: 200 });
    const args = { "mqtt.maxPayload": "4000", "queue.publish": "all", "queue.fields": "all" };
    await using bridged = await Bridged.settled(sim, { args });
    const tooLarge = [...bridged.subscriber.state].filter(([, payload]) => Buffer.byteLength(payload) > 4000);
    expect(tooLarge).toEqual([]);
    expect(queueOf(bridged).entries.length).toBeGreaterThan(0);
    expect(queueOf(bridged).entries[0]?.uri).toMatch(/^\/storage|^https:/);
    expect([...bridged.subscriber.state.values()].join("")).not.toContain("sig=");
  });
});

describe("the pages of a queue that is published as a whole", () => {
  const all = { "queue.publish": "all" };

  it("are cleared when the queue shrinks", async () => {
    await using sim = await startSimulator({ queueSize: 120 });
    await using bridged = await Bridged.settled(sim, { args: all });
    expect(pagesOf(bridged.subscriber)).toEqual([0, 1, 2]);
    sim.player.music.edit((tracks) => tracks.slice(0, 60));
    await bridged.refresh();
    await until(() => pagesOf(bridged.subscriber).length === 2);
    sim.player.music.edit(() => []);
    await bridged.refresh();
    await until(() => pagesOf(bridged.subscriber).length === 0);
    expect(bridged.payload("music/queue/total")).toBe("0");
    await bridged.waitFor("music/title", undefined);
  });

  it.each([
    ["it publishes fewer of them", all, [0]],
    ["it publishes a window", {}, []],
  ])("are cleared from the broker by the next run when %s", async (_why, args, left) => {
    await using sim = await startSimulator({ queueSize: 500 });
    await using broker = await startEmbeddedBroker(anyPort);
    const mqtt = { "mqtt.url": broker.url };
    {
      await using first = await Bridged.settled(sim, { args: { ...all, ...mqtt } });
      await until(() => pagesOf(first.subscriber).length === 10);
    }
    sim.player.music.edit((tracks) => tracks.slice(0, 20));
    await using second = await Bridged.settled(sim, { args: { ...args, ...mqtt } });
    await until(() => second.payload("music/queue/total") === "20");
    await until(async () => {
      await using late = await Subscriber.connect(broker.url);
      await until(() => late.state.has("player2mqtt/bridge/state"));
      expect(pagesOf(late)).toEqual(left);
      return true;
    });
  });
});
