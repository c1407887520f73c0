import { describe, expect, it } from "vitest";
import { event, LinkBench, setTopic, state } from "../mqtt/link-bench.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained, TestClient } from "../support/mqtt-client.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";

const stateTopic = "base/bridge/state";
/** Says `online` when it is connected, as the bridge does. */
const sayOnline = { onConnected: (link: LinkBench["link"]) => link.publish(state(stateTopic, "online", 1)) };

describe.skipIf(isMosquittoMissing)("the link with mosquitto", () => {
  it("speaks MQTT 5 and obeys what is allowed", async () => {
    await using broker = await startMosquitto();
    await using bench = await LinkBench.connected(broker.url);
    expect(bench.connected[0]).toMatchObject({
      protocol: 5,
      limits: { receiveMaximum: 20, retainAvailable: true, maximumQos: 1 },
    });
  });

  it("is offline by its will when it cannot send all waiting messages", async () => {
    await using broker = await startMosquitto();
    const bench = await LinkBench.connected(broker.url, { ...sayOnline, publishRate: 5 });
    for (let number = 0; number < 50; number += 1) bench.link.publish(state(`base/${number}`, "value"));
    bench.link.publish(state(stateTopic, "offline", 1));
    await bench[Symbol.asyncDispose]();
    await eventually(async () =>
      expect((await readRetained(broker.url, stateTopic)).get(stateTopic)).toBe("offline"),
    );
  });

  it("sends nothing that is larger than allowed", async () => {
    await using broker = await startMosquitto({ config: ["max_packet_size 1000"] });
    await using client = await TestClient.connect(broker.url, ["base/#"]);
    await using bench = new LinkBench(broker.url);
    await eventually(() => expect(bench.connected).toMatchObject([{ limits: { maximumPacketBytes: 1000 } }]));
    bench.link.publish(state("base/large", "x".repeat(1000)));
    const fitting = "x".repeat(bench.link.maxPayloadBytes);
    bench.link.publish(state("base/fitting", fitting));
    await eventually(() => expect(client.on("base/fitting")).toEqual([fitting]));
    expect([bench.tooLarge, bench.ends]).toEqual([["base/large"], []]);
  });

  it.each(["4", "5"] as const)(
    "yields to another client with its id, and both report it (protocol %s)",
    async (protocol) => {
      await using broker = await startMosquitto();
      const options = { clientId: "same", protocol, clock: fastClock(20) };
      await using first = new LinkBench(broker.url, options);
      await eventually(() => expect(first.connected).toHaveLength(1));
      await using second = new LinkBench(broker.url, options);
      await eventually(() => expect(second.connected).toHaveLength(1));
      // Mosquitto says over MQTT 5 that it is a takeover; over 3.1.1 both soon suspect it.
      await eventually(() => {
        const areNamed = [first, second].map(({ ends }) => ends.some(({ isContested }) => isContested));
        expect(areNamed).toEqual([true, true]);
      }, 60_000);
      const winner = first.ends.at(-1)?.isContested === true ? second : first;
      const ends = winner.ends.length;
      await eventually(() => expect(winner.link.info).toBeDefined());
      winner.link.publish(event("here"));
      await eventually(() => expect(winner.link.waiting).toBe(0));
      expect(winner.ends.length - ends).toBeLessThanOrEqual(1);
    },
  );

  it("reports messages that the access rights forbid, and goes on", async () => {
    const files = { acl: `topic readwrite base/#\n` };
    await using broker = await startMosquitto({ config: ["acl_file {dir}/acl"], files });
    await using client = await TestClient.connect(broker.url, ["base/#"]);
    await using bench = await LinkBench.connected(broker.url);
    for (let number = 0; number < 30; number += 1) bench.link.publish(event("{}", "elsewhere/reply"));
    bench.link.publish(event("done"));
    await eventually(() => expect(client.on("base/den/result")).toEqual(["done"]));
    await eventually(() => expect(bench.unwanted).toHaveLength(30));
    expect(new Set(bench.unwanted)).toEqual(new Set(["elsewhere/reply: Publish error: Not authorized"]));
  });

  it.each([
    ["everything", "#"],
    ["a pattern", "a/+"],
    ["a shared subscription", "$share/group/topic"],
    ["the broker itself", "$SYS/broker/uptime"],
    ["a topic that is very long", "x".repeat(65_000)],
  ])("survives a request to reply to %s", async (_name, responseTopic) => {
    await using broker = await startMosquitto();
    await using bench = new LinkBench(broker.url, {
      onMessage: (link) => {
        const topic = bench.messages.at(-1)?.replyTo?.topic;
        if (topic !== undefined) link.publish(event("{}", topic));
      },
    });
    await eventually(() => expect(bench.connected).toHaveLength(1));
    await using client = await TestClient.connect(broker.url, ["base/den/result"]);
    // The broker itself may take such a request for an error.
    await Promise.race([
      client.publish(setTopic, "XLR", { qos: 0, properties: { responseTopic } }),
      client.closed,
    ]);
    await using other = await TestClient.connect(broker.url, ["base/den/result"]);
    await other.publish(setTopic, "XLR");
    await eventually(() => expect(bench.messages.length).toBeGreaterThan(0));
    bench.link.publish(event("alive"));
    await eventually(() => expect(other.on("base/den/result")).toEqual(["alive"]));
    expect(bench.ends).toEqual([]);
  });
});
