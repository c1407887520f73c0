import { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { eventually } from "../support/eventually.ts";
import { accept, on, type Script, startScriptedBroker } from "../support/scripted-broker.ts";
import { event, LinkBench, setTopic, state } from "./link-bench.ts";

const command = { cmd: "publish", topic: setTopic, qos: 0, dup: false } as const;

function accepting(properties: Parameters<typeof accept>[0]): Script {
  return on("connect", (_packet, peer) => peer.send(accept(properties)));
}

describe("a message to the bridge", () => {
  it("that comes right behind CONNACK or SUBACK is not lost", async () => {
    const retain = true;
    await using broker = await startScriptedBroker((packet, peer) => {
      if (packet.cmd === "connect") {
        peer.send(accept(), { ...command, payload: "early", retain });
        return "dealt";
      }
      if (packet.cmd !== "subscribe") return "as usual";
      const { messageId = 0 } = packet;
      peer.send({ cmd: "suback", messageId, granted: [1] }, { ...command, payload: "behind", retain });
      return "dealt";
    });
    await using bench = new LinkBench(broker.url);
    await eventually(() =>
      expect(bench.messages.map(({ payload, retain }) => [Buffer.from(payload).toString(), retain])).toEqual([
        ["early", true],
        ["behind", true],
      ]),
    );
  });

  it.each(["auto", "4"] as const)(
    "can be answered before SUBACK was seen (protocol %s)",
    async (protocol) => {
      await using broker = await startScriptedBroker(
        on("subscribe", ({ messageId = 0 }, peer) =>
          peer.send(
            { ...command, payload: "ghost", retain: true },
            { cmd: "suback", messageId, granted: [1] },
            { ...command, payload: "ghost", retain: true },
          ),
        ),
      );
      await using bench = new LinkBench(broker.url, { protocol });
      vi.spyOn(bench.messages, "push").mockImplementation(() => {
        bench.link.publish(state(setTopic, ""));
        return 0;
      });
      await eventually(() => expect(broker.peers[0]?.publishes).toHaveLength(2));
      expect(broker.peers[0]?.publishes.map(({ topic, retain }) => [topic, retain])).toEqual([
        [setTopic, true],
        [setTopic, true],
      ]);
    },
  );

  it("has its response topic, correlation data and expiry", async () => {
    const correlationData = Buffer.from([0, 255, 7]);
    await using broker = await startScriptedBroker();
    await using bench = await LinkBench.connected(broker.url);
    broker.peers[0]?.send({
      ...command,
      payload: "XLR",
      retain: false,
      properties: { responseTopic: "reply/to", correlationData, messageExpiryInterval: 7 },
    });
    await eventually(() => expect(bench.messages).toHaveLength(1));
    expect(bench.messages[0]).toEqual({
      topic: setTopic,
      payload: Buffer.from("XLR"),
      retain: false,
      replyTo: { topic: "reply/to", correlation: correlationData },
      expirySeconds: 7,
    });
  });

  it.each(["a/#", "+", "", "nul\0", "$SYS/x"])("cannot ask for a reply to %j", async (responseTopic) => {
    await using broker = await startScriptedBroker();
    await using bench = await LinkBench.connected(broker.url);
    broker.peers[0]?.send({ ...command, payload: "XLR", retain: false, properties: { responseTopic } });
    await eventually(() => expect(bench.messages).toHaveLength(1));
    expect(bench.messages[0]?.replyTo).toBeUndefined();
  });

  it("is subscribed to with no-local and retain-as-published, and with retained messages where they are wanted", async () => {
    await using broker = await startScriptedBroker();
    const pages = { filter: "base/den/music/queue/pages/+", wantsRetained: true };
    const results = { filter: "base/+/result", wantsRetained: false, wantsOwn: true };
    const subscriptions = [{ filter: setTopic, wantsRetained: false }, pages, results];
    await using _bench = await LinkBench.connected(broker.url, { subscriptions });
    expect(broker.peers[0]?.subscribes.flatMap(({ subscriptions }) => subscriptions)).toMatchObject([
      { topic: setTopic, qos: 1, nl: true, rap: true, rh: 2 },
      { topic: pages.filter, qos: 1, nl: true, rap: true, rh: 0 },
      { topic: results.filter, qos: 1, nl: false, rap: true, rh: 2 },
    ]);
  });
});

describe("a message of the bridge", () => {
  it("has the correlation data of its request with MQTT 5, and none with 3.1.1", async () => {
    // A picture is a part of what was read with it.
    const payload = Buffer.from("[{}]").subarray(1, 3);
    const reply = { ...event("", "reply/to"), payload, correlation: Uint8Array.of(1, 2) };
    for (const protocol of ["5", "4"] as const) {
      await using broker = await startScriptedBroker();
      await using bench = new LinkBench(broker.url, { protocol });
      bench.link.publish(reply);
      await eventually(() => expect(broker.peers[0]?.publishes).toHaveLength(1));
      const { payload, properties } = broker.peers[0]?.publishes[0] ?? {};
      expect(String(payload)).toBe("{}");
      expect(properties?.correlationData).toEqual(protocol === "5" ? Buffer.from([1, 2]) : undefined);
    }
  });

  it("obeys CONNACK: maximum QoS, retain available and packet size", async () => {
    await using broker = await startScriptedBroker(
      accepting({ maximumQoS: 0, retainAvailable: false, maximumPacketSize: 500 }),
    );
    await using bench = await LinkBench.connected(broker.url, { maxPayload: 100 });
    const { info, largestPayloadBytes, maxPayloadBytes } = bench.link;
    expect([maxPayloadBytes, largestPayloadBytes, info?.limits.maximumQos]).toEqual([100, 180, 0]);
    bench.link.publish(state("large", "x".repeat(500), 1));
    bench.link.publish(state("small", "x", 1));
    await eventually(() => expect(broker.peers[0]?.publishes).toHaveLength(1));
    expect(broker.peers[0]?.publishes[0]).toMatchObject({ topic: "small", qos: 0, retain: false });
    expect(bench.tooLarge).toEqual(["large"]);
  });

  it("that the broker refuses frees its slot", async () => {
    await using broker = await startScriptedBroker((packet, peer) => {
      if (packet.cmd === "connect") peer.send(accept({ receiveMaximum: 2 }));
      if (packet.cmd === "publish") {
        const { messageId = 0 } = packet;
        peer.send({ cmd: "puback", messageId, reasonCode: packet.topic === "forbidden" ? 0x87 : 0 });
      }
      return packet.cmd === "publish" || packet.cmd === "connect" ? "dealt" : "as usual";
    });
    await using bench = await LinkBench.connected(broker.url);
    for (let number = 0; number < 5; number += 1) bench.link.publish(event("{}", "forbidden"));
    bench.link.publish(event("last"));
    await eventually(() => expect(broker.peers[0]?.publishes).toHaveLength(6));
    await eventually(() => expect(bench.unwanted).toHaveLength(5));
    expect(bench.unwanted[0]).toBe("forbidden: Publish error: Not authorized");
  });

  it("is sent at once, without waiting for the one before it", async () => {
    const setNoDelay = vi.spyOn(Socket.prototype, "setNoDelay");
    await using broker = await startScriptedBroker();
    await using _bench = await LinkBench.connected(broker.url);
    expect(setNoDelay).toHaveBeenCalledWith(true);
    setNoDelay.mockRestore();
  });

  it.each([0, 1] as const)(
    "waits in the outbox while the broker does not read, so that only last values take memory (QoS %d)",
    async (qos) => {
      await using broker = await startScriptedBroker();
      await using bench = await LinkBench.connected(broker.url);
      broker.peers[0]?.socket.pause();
      const text = "x".repeat(90_000);
      const rounds = 100;
      for (let round = 1; round <= rounds; round += 1) {
        for (const topic of ["a", "b", "c", "d"]) bench.link.publish(state(topic, `${round} ${text}`, qos));
        await turn();
      }
      // Only as much has left as the system's buffers take.
      expect(bench.link.publishedBytes).toBeLessThan(20_000_000);
      expect(bench.link.waiting).toBeGreaterThan(0);
      expect(bench.link.waiting).toBeLessThanOrEqual(8);
      broker.peers[0]?.socket.resume();
      await eventually(() => {
        const values = new Map(
          broker.peers[0]?.publishes.map(({ topic, payload }) => [topic, parseInt(String(payload))]),
        );
        expect([...values.values()]).toEqual([rounds, rounds, rounds, rounds]);
      });
    },
  );
});
