import { describe, expect, it } from "vitest";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { Subscriber } from "../support/bridge/subscriber.ts";
import { until } from "../support/bridge/until.ts";
import { eventually } from "../support/eventually.ts";
import { anyPort } from "../support/any-port.ts";

const health = "player2mqtt/bridge/health";

/** The retained messages at the broker except the health, which changes every minute. */
function held({ messages }: Subscriber): Record<string, string> {
  const kept = messages.filter(({ retain, topic }) => retain && topic !== health);
  return Object.fromEntries(kept.map(({ topic, payload }) => [topic, payload]));
}

/** The retained messages that a new subscriber finds, once they equal those of an early one. */
async function foundLate(bridged: Bridged): Promise<Record<string, string>> {
  return await eventually(async () => {
    await using late = await Subscriber.connect(bridged.bridge.brokerUrl);
    return await eventually(() => {
      expect(held(late)).toEqual(known(bridged));
      expect(late.state.has(health)).toBe(true);
      return held(late);
    }, 1000);
    // So that the difference is shown before the time of the test is over.
  }, 100);
}

function known({ subscriber }: Bridged): Record<string, string> {
  const { [health]: _health, ...rest } = Object.fromEntries(subscriber.state);
  return rest;
}

describe("a late subscriber", () => {
  it.each(["video", "audio", "loose", "twins", "idle"] as const)(
    "receives the same state of the %s player as an early one, who hears nothing while nothing changes",
    async (preset) => {
      await using sim = await startSimulator({ preset });
      await using bridged = await Bridged.settled(sim);
      await bridged.identified();
      await bridged.select("output", preset === "audio" ? "XLR" : "RCA");
      sim.player.video.pause();
      sim.player.music.skip();
      sim.player.music.pause();
      await bridged.refresh();
      // What was seen and heard is published once the broker has had time to send what an earlier run kept.
      await until(() => bridged.payload("history") !== undefined);
      expect(await foundLate(bridged)).toEqual(known(bridged));
      const since = bridged.subscriber.messages.length;
      for (let poll = 0; poll < 4; poll++) await bridged.refresh();
      const news = bridged.subscriber.messages.slice(since).map(({ topic }) => topic);
      expect(news.filter((topic) => !/\/set$|\/den\/result$/.test(topic) && topic !== health)).toEqual([]);
    },
  );

  it("receives everything from a broker that lost all messages in a restart", async () => {
    await using sim = await startSimulator();
    // Of this one nothing changes meanwhile.
    await using calm = await startSimulator();
    for (const { player } of [sim, calm]) {
      player.video.pause();
      player.music.pause();
    }
    let broker = await startEmbeddedBroker(anyPort);
    const { port, url } = broker;
    try {
      await using bridged = await Bridged.settled([sim, calm], {
        args: { "mqtt.url": url, "publish.state": "true" },
      });
      await bridged.refresh("attic");
      await until(() => bridged.payload("state", "attic")?.includes('"video/state":"paused"'));
      await broker[Symbol.asyncDispose]();
      await until(() =>
        bridged.log.lines.some(({ message }) => message.startsWith("lost the connection to the broker")),
      );
      sim.player.audio.selectInput("BT");
      sim.player.video.skip();
      broker = await startEmbeddedBroker({ ...anyPort, port });
      await until(() => bridged.log.saying("connected to the broker").length === 2);
      await bridged.waitFor("audio/input", "BT");
      await bridged.waitFor("video/title", "Moss, Slowly — a documentary");
      expect(await foundLate(bridged)).toEqual(known(bridged));
    } finally {
      await broker[Symbol.asyncDispose]();
    }
  });
});
