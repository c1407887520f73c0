import { describe, expect, it } from "vitest";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { Subscriber } from "../support/bridge/subscriber.ts";
import { until } from "../support/bridge/until.ts";
import { anyPort } from "../support/any-port.ts";

const set = "player2mqtt/den/audio/output/set";

describe("a retained command", () => {
  it("is not executed when the bridge connects, but cleared and logged", async () => {
    await using sim = await startSimulator();
    await using broker = await startEmbeddedBroker(anyPort);
    await using sender = await Subscriber.connect(broker.url);
    await sender.send(set, "RCA", true);
    await using bridged = await Bridged.start(sim, { args: { "mqtt.url": broker.url } });
    await until(() => sender.results.length > 0);
    expect(sender.results).toMatchObject([
      { command: "audio/output", outcome: "rejected", reason: expect.stringMatching(/^retained/) },
    ]);
    await bridged.refresh();
    expect(sim.traffic.count("setOutInputList")).toBe(0);
    expect(bridged.log.saying("a retained command was refused and cleared")).toHaveLength(1);
    await until(() => sender.messages.some(({ topic, payload }) => topic === set && payload === ""));
    await using late = await Subscriber.connect(broker.url);
    await until(() => late.state.has("player2mqtt/bridge/state"));
    expect(late.messages.filter(({ topic }) => topic === set)).toEqual([]);
    // The echo of the clearing message is no command either.
    expect(sender.results.filter(({ command }) => command === "audio/output")).toHaveLength(1);
  });
});
