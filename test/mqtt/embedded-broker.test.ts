import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BrokerError } from "../../src/core/errors.ts";
import {
  cannotListen,
  type EmbeddedBroker,
  LatestValues,
  ownCopy,
  startEmbeddedBroker,
} from "../../src/mqtt/embedded-broker.ts";
import { eventually } from "../support/eventually.ts";
import { countHandles, countSockets } from "../support/handles.ts";
import { hasIpv6 } from "../support/has-ipv6.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { waitedMs } from "../support/waited-ms.ts";
import { event, LinkBench, setTopic } from "./link-bench.ts";

const open = { host: "127.0.0.1", port: 0, username: "", password: "" };
const guarded = { ...open, username: "anna", password: "secret" };
const v4 = { protocolVersion: 4 } as const;

/** A stranger's connection, and what it was answered. */
function dial({ port }: EmbeddedBroker): { socket: Socket; answer: Buffer[]; closed: Promise<unknown> } {
  const socket = connect(port, "127.0.0.1");
  const answer: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => answer.push(bytes));
  socket.on("error", () => {});
  return { socket, answer, closed: once(socket, "close") };
}

/** Whether somebody can still use the broker. */
async function works({ url }: EmbeddedBroker): Promise<boolean> {
  await using client = await TestClient.connect(url, ["still/#"], v4);
  await client.publish("still/there", "yes");
  await eventually(() => expect(client.on("still/there")).toEqual(["yes"]));
  return true;
}

describe("the embedded broker", () => {
  it("delivers messages of other clients to the link, and of the link to them", async () => {
    await using broker = await startEmbeddedBroker(open);
    await using client = await TestClient.connect(broker.url, ["base/#"], v4);
    await using bench = await LinkBench.connected(broker.url, { protocol: "4" });
    await client.publish(setTopic, "XLR");
    await eventually(() => expect(bench.messages).toMatchObject([{ topic: setTopic, retain: false }]));
    bench.link.publish(event("done"));
    await eventually(() => expect(client.on("base/den/result")).toEqual(["done"]));
  });

  it("delivers state that events follow at once, whatever takes longer to store", async () => {
    await using broker = await startEmbeddedBroker(open);
    await using subscriber = await TestClient.connect(broker.url, ["state/#"], v4);
    await using listener = await TestClient.connect(broker.url, ["#"], v4);
    await using publisher = await TestClient.connect(broker.url, [], v4);
    const topics = Array.from({ length: 60 }, (_, index) => `state/${index}`);
    await Promise.all(
      topics.flatMap((topic, index) => [
        publisher.publish(topic, "on", { qos: index % 3 === 0 ? 1 : 0, retain: true }),
        publisher.publish(`event/${index}`, "rang", { qos: 0 }),
      ]),
    );
    for (const client of [subscriber, listener])
      await eventually(() => expect([...client.state.keys()]).toEqual(expect.arrayContaining(topics)));
  });

  it("keeps a topic that a client unsubscribes from and subscribes to in one breath", async () => {
    await using broker = await startEmbeddedBroker(open);
    await using client = await TestClient.connect(broker.url, ["some/topic"], v4);
    for (const text of ["one", "two", "three"]) {
      await client.renew("some/topic");
      await client.publish("some/topic", text);
    }
    await eventually(() => expect(client.on("some/topic")).toEqual(["one", "two", "three"]));
  });

  it("publishes the will of a link that is cut", async () => {
    await using broker = await startEmbeddedBroker(open);
    await using client = await TestClient.connect(broker.url, ["base/bridge/state"], v4);
    const bench = await LinkBench.connected(broker.url, { protocol: "4", publishRate: 1 });
    bench.link.publish(event("1"));
    bench.link.publish(event("2"));
    await bench[Symbol.asyncDispose]();
    await eventually(() => expect(client.on("base/bridge/state")).toEqual(["offline"]));
  });

  it("refuses MQTT 5 in a way that makes the link speak 3.1.1", async () => {
    await using broker = await startEmbeddedBroker(open);
    await expect(TestClient.connect(broker.url)).rejects.toThrow("Unacceptable protocol version");
    await using bench = new LinkBench(broker.url);
    await eventually(() => expect(bench.connected).toMatchObject([{ protocol: 4 }]));
    expect(bench.failures).toEqual([]);
  });

  it.each([
    ["127.0.0.1", "127.0.0.1"],
    ...(hasIpv6 ? [["::1", "[::1]"]] : []),
    ["0.0.0.0", "127.0.0.1"],
    ["::", "127.0.0.1"],
    ["localhost", "localhost"],
  ])("that listens on %s says how to reach it", async (host, reachable) => {
    await using broker = await startEmbeddedBroker({ ...open, host });
    expect(broker.url).toBe(`mqtt://${reachable}:${broker.port}`);
    expect(await works(broker)).toBe(true);
  });
});

describe("an embedded broker that cannot listen", () => {
  it("names what to set when its port is taken, and leaves nothing behind", async () => {
    await using first = await startEmbeddedBroker(open);
    const before = countHandles();
    const second = startEmbeddedBroker({ ...open, port: first.port });
    await expect(second).rejects.toThrow(BrokerError);
    await expect(second).rejects.toThrow(
      `port ${first.port} on 127.0.0.1 is in use, probably by another MQTT broker. ` +
        `Set MQTT_URL=mqtt://127.0.0.1:${first.port} to use that one, or BROKER_PORT to a free port.`,
    );
    await eventually(() =>
      expect(countHandles()["Timeout"] ?? 0).toBeLessThanOrEqual(before["Timeout"] ?? 0),
    );
  });

  it("reports an address that is not of this machine", async () => {
    await expect(startEmbeddedBroker({ ...open, host: "192.0.2.1" })).rejects.toThrow(
      /^Cannot start the embedded broker on 192\.0\.2\.1:0: .*EADDRNOTAVAIL/,
    );
  });

  it("says what to do when the port needs privileges", () => {
    const error = Object.assign(new Error("listen EACCES"), { code: "EACCES" });
    expect(cannotListen(error, "127.0.0.1", 1).message).toMatch(/on 127\.0\.0\.1:1: .*set BROKER_PORT/);
  });
});

it.each([
  ["nobody", {}],
  ["a user without a password", { username: "anna" }],
  ["a wrong password", { username: "anna", password: "Secret" }],
  ["a password that is longer", { username: "anna", password: "secret1" }],
  ["a wrong user", { username: "otto", password: "secret" }],
])("an embedded broker with a username rejects %s", async (_name, credentials) => {
  await using broker = await startEmbeddedBroker(guarded);
  await expect(TestClient.connect(broker.url, [], { ...v4, ...credentials })).rejects.toThrow(
    "Connection refused: Not authorized",
  );
});

describe("an embedded broker and clients that misbehave", () => {
  it("survives hundreds of connections with random bytes", async () => {
    await using broker = await startEmbeddedBroker(open);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const { socket, closed } = dial(broker);
          socket.end(randomBytes(1 + 4 * (round * 50 + index)));
          await closed;
        }),
      );
    }
    expect(await works(broker)).toBe(true);
  });

  it("survives packets that a client must not send", async () => {
    await using broker = await startEmbeddedBroker(open);
    const hello = Buffer.from("101000044d5154540402003c000474657374", "hex");
    const bad = [
      "00",
      "1000",
      "2000",
      "30020000",
      "3206000561",
      "8200",
      "820500010001",
      "a00100",
      "f0ff",
      "36ff",
    ];
    for (const packet of [...bad, "101000044d5154540402003c000474657374"]) {
      const { socket, answer, closed } = dial(broker);
      socket.write(hello);
      await eventually(() => expect(Buffer.concat(answer).toString("hex")).toBe("20020000"));
      socket.end(Buffer.from(packet.padEnd(64, "f"), "hex"));
      await closed;
    }
    expect(await works(broker)).toBe(true);
  });

  it("disconnects a client whose packet header announces too large a packet, also before CONNECT", async () => {
    await using broker = await startEmbeddedBroker(open);
    const { socket, answer, closed } = dial(broker);
    socket.write(Uint8Array.of(0x10, 0xff, 0xff, 0xff, 0x7f));
    await closed;
    expect(answer).toEqual([]);
    expect(await works(broker)).toBe(true);
  });

  it("accepts packets up to its limit", async () => {
    await using broker = await startEmbeddedBroker({ ...open, maxPacketBytes: 300_000 });
    await using client = await TestClient.connect(broker.url, ["large"], v4);
    await client.publish("large", "x".repeat(290_000));
    await eventually(() => expect(client.on("large")).toHaveLength(1));
    await client.publish("large", "x".repeat(310_000), { qos: 0 });
    await client.closed;
    expect(client.on("large")).toHaveLength(1);
  });
});

it("disposing of the embedded broker is quick with any clients connected, and leaves no handles", async () => {
  const before = countSockets();
  const broker = await startEmbeddedBroker(open);
  await using _client = await TestClient.connect(broker.url, ["#"], v4);
  await using reader = await TestClient.connect(broker.url, ["#"], { ...v4, clientId: "asleep" });
  reader.pause();
  const silent: Socket = connect(broker.port, "127.0.0.1");
  silent.on("error", () => {});
  await once(silent, "connect");
  const stop = async (): Promise<void> => {
    await broker[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
  };
  expect(await waitedMs(stop)).toBeLessThan(1000);
  silent.destroy();
  await reader[Symbol.asyncDispose]();
  await eventually(() => expect(countSockets()).toBe(before));
  await using again = await startEmbeddedBroker({ ...open, port: broker.port });
  expect(await works(again)).toBe(true);
});

it("a client that subscribes to the embedded broker while values change ends up with the latest values", async () => {
  await using broker = await startEmbeddedBroker(open);
  const topics = Array.from({ length: 50 }, (_, index) => `t/${index}`);
  await using writer = await TestClient.connect(broker.url, [], v4);
  const write = async (value: string): Promise<void> => {
    await Promise.all(topics.map((topic) => writer.publish(topic, value, { retain: true, qos: 0 })));
  };
  await write("first");
  for (let round = 0; round < 10; round++) {
    await using reader = await TestClient.connect(broker.url, [], v4);
    const wanted = topics.map(() => `value ${round}`);
    await Promise.all([reader.subscribe("t/#", { qos: 0 }), write(`value ${round}`)]);
    await eventually(() => {
      expect(topics.map((topic) => reader.state.get(topic))).toEqual(wanted);
    });
  }
});

it("the embedded broker gives the last value of each topic, and an empty one for those that were cleared lately", () => {
  const topics = fc.constantFrom("a", "bb", "ccc", "dddd", "eeeee", "f".repeat(20));
  const steps = fc.array(fc.tuple(topics, fc.constantFrom("", "", "1", "2")), { maxLength: 60 });
  const limits = fc.record({
    count: fc.integer({ min: 1, max: 4 }),
    length: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(steps, limits, (all, { count, length }) => {
      const latest = new LatestValues({ count, length });
      const known = new Map<string, string>();
      let cleared: string[] = [];
      for (const [topic, value] of all) {
        latest.set(topic, value);
        known.set(topic, value);
        if (value === "") cleared = [topic, ...cleared];
        // What the limits have room for is remembered, at most twice as much is, and the rest is as if it never was.
        const fitting = new Set(
          cleared.filter((_, at) => at < count && cleared.slice(0, at).join("").length < length),
        );
        for (const [name, last] of known) {
          const given = latest.get(name);
          expect(last === "" && !fitting.has(name) ? (given ?? "") : given).toBe(last);
        }
        const remembered = [...known.keys()].filter((name) => latest.get(name) === "");
        expect(remembered.length).toBeLessThanOrEqual(2 * count);
        expect(remembered.join("").length).toBeLessThanOrEqual(2 * (length + 20));
      }
    }),
  );
});

it("the embedded broker keeps no more memory than a value has bytes", () => {
  const chunk = Buffer.alloc(65_536, "on");
  const kept = ownCopy(chunk.subarray(0, 2));
  expect([kept.toString(), kept.buffer.byteLength]).toEqual(["on", 2]);
});
