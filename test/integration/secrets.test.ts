import { describe, expect, it } from "vitest";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { anyPort } from "../support/any-port.ts";

const secrets = ["s3cret-user", "s3cret-pass", "s3cret-psk", "s3cret-broker", "sig=", "expires="];

describe("a secret", () => {
  it("is neither published nor logged in any situation", async () => {
    await using sim = await startSimulator({ queueSize: 30 });
    await using broker = await startEmbeddedBroker(anyPort);
    const url = sim.url.replace("://", "://s3cret-user:s3cret-pass@");
    const args = {
      players: JSON.stringify([{ id: "den", url, psk: "s3cret-psk" }]),
      "mqtt.url": broker.url.replace("://", "://me:s3cret-broker@"),
      "queue.publish": "all",
      "queue.fields": "all",
      "device.offlineAfter": "1",
    };
    await using bridged = await Bridged.settled(sim, { args });
    await until(() => bridged.payload("music/queue/pages/0"));
    sim.player.music.playEntry(2);
    sim.behaviors.add("html@getPlayStatus*1");
    sim.behaviors.add("status:805@getPlaylist*1");
    await bridged.refresh();
    await bridged.select("output", "RCA");
    await sim.sleep();
    await bridged.waitFor("availability", "offline");
    await broker[Symbol.asyncDispose]();
    await until(() =>
      bridged.log.lines.some(({ message }) => message.startsWith("lost the connection to the broker")),
    );
    const everything = JSON.stringify([
      bridged.subscriber.messages,
      bridged.log.lines,
      bridged.bridge.brokerUrl,
    ]);
    for (const secret of secrets) expect(everything).not.toContain(secret);
    expect(everything).toContain("stream.example.net");
  });

  it("in the query of an address is neither published nor logged, whatever stands before it", async () => {
    await using sim = await startSimulator({ preset: "audio" });
    await using bridged = await Bridged.settled(sim);
    for (const [control, request] of [
      ["play", "http://127.0.0.1:9/a.mp3?token=abc s3cret-rest"],
      ["play", "http://127.0.0.1:9/a.mp3?token=abc\t's3cret-rest'"],
      ["announce", '{"address":"http://127.0.0.1:9/a.mp3?token=\\"s3cret-rest s3cret-rest"}'],
      ["audio/input", "http://127.0.0.1:9/a.mp3?token=abc s3cret-rest"],
    ] as const)
      await bridged.set(control, request);
    const said = bridged.subscriber.messages.filter(({ topic }) => !topic.endsWith("/set"));
    const texts = [...said.map(({ topic, payload }) => `${topic} ${payload}`), ...bridged.log.lines];
    expect(JSON.stringify(texts)).toContain("http://127.0.0.1:9/…");
    expect(texts.filter((text) => JSON.stringify(text).includes("s3cret-rest"))).toEqual([]);
  });
});
