import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { startEmbedded } from "../../src/app/start-embedded.ts";
import { brokerLimits } from "../../src/mqtt/broker-limits.ts";
import { type EmbeddedBroker, LatestValues, startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { loadWith } from "../config/load-with.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { TestClient } from "../support/mqtt-client.ts";

const anna = { protocolVersion: 4, username: "anna", password: "long enough" } as const;
const guarded = { host: "127.0.0.1", port: 0, ...anna };

/** Connects as a stranger, and sends these bytes. */
async function dial({ port }: { readonly port: number }, bytes: Uint8Array = Buffer.of()): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {}).resume();
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}

/** The header of a CONNECT of two megabytes, and all of it but the end. */
const endless = Buffer.concat([Buffer.of(0x10, 0xf0, 0xff, 0x7f), Buffer.alloc(1_900_000)]);

function open(sockets: readonly Socket[]): number {
  return sockets.filter(({ closed }) => !closed).length;
}

async function started(settings = {}): Promise<AsyncDisposable & { broker: EmbeddedBroker; log: MemoryLog }> {
  const log = new MemoryLog();
  const env = {
    PLAYERS: '[{"id":"den","url":"http://192.168.1.2"}]',
    BROKER_PORT: "0",
    MQTT_USERNAME: anna.username,
    MQTT_PASSWORD: anna.password,
    ...settings,
  };
  const broker = await startEmbedded(loadWith({ env }), log);
  return { broker, log, [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose]() };
}

describe("strangers at the embedded broker", () => {
  it("that never finish their CONNECT take next to no memory, and keep nobody out", async () => {
    await using test = await started();
    global.gc?.();
    const before = process.memoryUsage().arrayBuffers;
    const sockets: Socket[] = [];
    for (let count = 0; count < 200; count += 1) sockets.push(await dial(test.broker, endless));
    await eventually(() => expect(open(sockets)).toBe(0));
    // The limits allow 13 MB; the rest waits in sockets of the test itself.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
    await using _client = await TestClient.connect(test.broker.url, [], anna);
    expect(test.log.lines).toContainEqual({
      level: "warn",
      message: "clients of the embedded broker reached a limit",
      fields: {
        limit: "bytesBeforeLogin",
        most: 131_072,
        times: 1,
        address: expect.stringContaining("127.0.0.1"),
      },
    });
  });

  it("that say nothing are closed, the oldest first, and the log has one line for all", async () => {
    await using test = await started();
    const sockets: Socket[] = [];
    for (let count = 0; count < 200; count += 1) sockets.push(await dial(test.broker));
    await eventually(() => expect(open(sockets)).toBe(100));
    expect(open(sockets.slice(100))).toBe(100);
    await using _client = await TestClient.connect(test.broker.url, [], anna);
    const warnings = test.log.lines.filter(({ level }) => level === "warn");
    expect(warnings).toMatchObject([{ fields: { limit: "connectionsBeforeLogin", most: 100 } }]);
    for (const socket of sockets) socket.destroy();
  });

  it("have ten seconds to log in, however slowly they drip", async () => {
    const clock = new FakeClock();
    const reached: string[] = [];
    await using broker = await startEmbeddedBroker(
      { ...guarded, onLimit: (limit) => reached.push(limit) },
      clock,
    );
    await using _client = await TestClient.connect(broker.url, [], anna);
    const socket = await dial(broker, endless.subarray(0, 4));
    for (let second = 1; second < 10; second += 1) {
      await clock.advance(1000);
      socket.write("x");
    }
    expect(socket.closed).toBe(false);
    await clock.advance(1000);
    await eventually(() => expect(socket.closed).toBe(true));
    expect(reached).toEqual(["secondsBeforeLogin"]);
  });
});

describe("clients of the embedded broker", () => {
  it("are at most 400, and another one gets in when one leaves", async () => {
    const reached: string[] = [];
    await using broker = await startEmbeddedBroker({
      ...guarded,
      username: "",
      onLimit: (limit) => reached.push(limit),
    });
    const sockets: Socket[] = [];
    for (let count = 0; count < brokerLimits.clients; count += 1) {
      const socket = await dial(broker, Buffer.from("100c00044d5154540402003c0000", "hex"));
      await once(socket, "data");
      sockets.push(socket);
    }
    const v4 = { protocolVersion: 4 } as const;
    await expect(TestClient.connect(broker.url, [], v4)).rejects.toThrow("Not authorized");
    expect(reached).toEqual(["clients"]);
    sockets[0]?.destroy();
    await eventually(async () => {
      await using _client = await TestClient.connect(broker.url, [], v4);
    });
    for (const socket of sockets) socket.destroy();
  });

  it("retain a limited number of bytes; further values are delivered without being retained", async () => {
    const reached: string[] = [];
    await using broker = await startEmbeddedBroker({ ...guarded, onLimit: (limit) => reached.push(limit) });
    await using reader = await TestClient.connect(broker.url, ["small"], anna);
    await using writer = await TestClient.connect(broker.url, [], anna);
    const megabytes = Buffer.alloc(2_000_000);
    for (let topic = 0; topic < 70; topic += 1) {
      await writer.publish(`big/${topic}`, megabytes, { retain: true });
    }
    expect(new Set(reached)).toEqual(new Set(["retainedBytes"]));
    expect(reached).toHaveLength(70 - 67);
    await writer.publish("small", Buffer.alloc(300_000), { retain: true });
    await eventually(() => expect(reader.on("small")).toHaveLength(1));
    await using late = await TestClient.connect(broker.url, ["small", "big/0"], anna);
    await eventually(() => expect(late.seen).toHaveLength(1));
    expect(late.seen).toMatchObject([{ topic: "big/0" }]);
    // A smaller value, or none, is always accepted.
    await writer.publish("big/0", "x", { retain: true });
    await writer.publish("small", "x", { retain: true });
    await using last = await TestClient.connect(broker.url, ["small", "big/0"], anna);
    await eventually(() => expect(last.seen).toHaveLength(2));
  });

  it.each([
    { MQTT_MAX_PAYLOAD: "3000000" },
    { PUBLISH_PICTURES: "true", PUBLISH_PICTURE_MAX_BYTES: "3000000" },
  ])("get all that the bridge may publish with %j", async (settings) => {
    await using test = await started(settings);
    await using client = await TestClient.connect(test.broker.url, ["large"], anna);
    await client.publish("large", Buffer.alloc(3_000_000));
    await eventually(() => expect(client.on("large")).toHaveLength(1));
  });

  it("have no messages kept for them while they are away", async () => {
    await using broker = await startEmbeddedBroker(guarded);
    const gone = { ...anna, clean: false, clientId: "gone" };
    {
      await using _client = await TestClient.connect(broker.url, ["big"], gone);
    }
    await using writer = await TestClient.connect(broker.url, [], anna);
    const before = process.memoryUsage().arrayBuffers;
    for (let sent = 0; sent < 100; sent += 1) await writer.publish("big", Buffer.alloc(2_000_000));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
    await using again = await TestClient.connect(broker.url, ["big"], gone);
    await writer.publish("big", "new");
    await eventually(() => expect(again.on("big")).toEqual(["new"]));
  });

  it("retain a limited number of messages", () => {
    const latest = new LatestValues();
    for (let topic = 0; topic < brokerLimits.retainedMessages; topic += 1) latest.set(`${topic}`, "x");
    expect(latest.set("one more", "x")).toBe("retainedMessages");
    expect(latest.set("0", "changed")).toBeUndefined();
    latest.set("0", "");
    expect(latest.set("one more", "x")).toBeUndefined();
    expect(latest.get("one more")).toBe("x");
  });

  it("cannot fill the memory with long names of topics that they clear", () => {
    const latest = new LatestValues();
    for (let number = 0; number < 100; number += 1) latest.set(`${number}${"x".repeat(65_000)}`, "");
    const remembered = Array.from({ length: 100 }, (_, number) =>
      latest.get(`${number}${"x".repeat(65_000)}`),
    );
    expect(remembered.filter((value) => value === "").length).toBeLessThan(40);
    expect(remembered.at(-1)).toBe("");
  });
});

/** So many clients that do not know the password. */
const guesses = (url: string, count: number) =>
  Array.from({ length: count }, (_, index) => TestClient.connect(url, [], { ...anna, password: `${index}` }));

it("wrong passwords are checked ten a second, and the right one is let in when its turn comes", async () => {
  const clock = new FakeClock();
  let wrong = 0;
  await using broker = await startEmbeddedBroker({ ...guarded, onWrongPassword: () => (wrong += 1) }, clock);
  const results = await Promise.allSettled(guesses(broker.url, 10));
  expect(results.map(({ status }) => status)).toEqual(Array(10).fill("rejected"));
  expect(wrong).toBe(10);
  let isIn = false;
  const late = TestClient.connect(broker.url, [], anna).finally(() => (isIn = true));
  await eventually(() => expect(clock.pending).toBeGreaterThan(1));
  expect(isIn).toBe(false);
  await clock.advance(1000);
  await using _client = await late;
  expect(wrong).toBe(10);
});

it("the first wrong password is logged at once, the others together a minute later", async () => {
  await using test = await started();
  await Promise.allSettled(guesses(test.broker.url, 9));
  expect(test.log.lines.filter(({ level }) => level === "warn")).toMatchObject([
    { message: expect.stringContaining("wrong username or password"), fields: { attempts: 1 } },
  ]);
});
