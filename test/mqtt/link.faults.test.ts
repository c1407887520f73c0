import { randomBytes } from "node:crypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { eventually } from "../support/eventually.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { accept, on, startScriptedBroker } from "../support/scripted-broker.ts";
import { type BenchOptions, LinkBench, setTopic } from "./link-bench.ts";
import { whileAway } from "./while-away.ts";

const takenOver = { cmd: "disconnect", reasonCode: 0x8e } as const;

it.each<[string, (closedPort: number) => string, RegExp, BenchOptions?]>([
  [
    "its port, at a host name of several addresses",
    (port) => `mqtt://localhost:${port}`,
    /^connect ECONNREFUSED (127\.0\.0\.1|::1):\d+$/,
  ],
  ["its host name", () => "mqtt://no-such-host.invalid:1883", /getaddrinfo (ENOTFOUND|EAI_AGAIN)/],
  ["certificate and key", () => "mqtts://127.0.0.1:1", /PEM/, { cert: "no certificate", key: "no key" }],
])(
  "a broker that cannot be reached because of %s is retried, with the reason",
  async (_what, urlOf, reason, options) => {
    const closed = await startScriptedBroker();
    await closed[Symbol.asyncDispose]();
    await using bench = new LinkBench(urlOf(closed.port), options);
    await eventually(() => expect(bench.failures[0]).toMatch(reason));
  },
);

describe("a broker with several addresses", () => {
  it("is reached at the first that answers, without a pause", async () => {
    const closed = await startScriptedBroker();
    await closed[Symbol.asyncDispose]();
    await using broker = await startScriptedBroker();
    const clock = new FakeClock();
    const urls = [closed.url, broker.url] as const;
    await using bench = await LinkBench.connected(closed.url, { urls, clock });
    expect([bench.failures.length, bench.link.url]).toEqual([1, broker.url]);
    // And again after one that was lost.
    broker.peers[0]?.socket.destroy();
    await eventually(() => expect(bench.ends).toHaveLength(1));
    await clock.advance(1000);
    await eventually(() => expect(broker.peers).toHaveLength(2));
  });

  it("is tried at the next one after a lost connection, and at the lost one after that", async () => {
    const clock = new FakeClock();
    await using first = await startScriptedBroker();
    const second = await startScriptedBroker();
    await using bench = new LinkBench(first.url, { urls: [first.url, second.url], clock });
    await eventually(() => expect(first.peers).toHaveLength(1));
    await eventually(() => expect(bench.connected).toHaveLength(1));
    first.peers[0]?.socket.destroy();
    await whileAway(second, clock, () => expect(second.peers).toHaveLength(1));
    await eventually(() => expect(bench.connected).toHaveLength(2));
    expect(first.peers).toHaveLength(1);
    await second[Symbol.asyncDispose]();
    await whileAway(first, clock, () => expect(first.peers).toHaveLength(2));
  });

  it("pauses after every address has failed", async () => {
    const clock = new FakeClock();
    const [first, second] = [await startScriptedBroker(), await startScriptedBroker()];
    await first[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
    await using bench = new LinkBench(first.url, { urls: [first.url, second.url], clock });
    const reasons = [first, second].map(({ port }) => `connect ECONNREFUSED 127.0.0.1:${port}`);
    await eventually(() => expect(bench.failures).toEqual(reasons));
    await clock.advance(2000);
    await eventually(() => expect(bench.failures).toEqual([...reasons, ...reasons]));
  });
});

describe("a broker that stops answering", () => {
  it("before CONNACK is disconnected and retried", async () => {
    // MQTT.js has timers of its own.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const clock = new FakeClock();
    await using broker = await startScriptedBroker(on("connect", () => {}));
    await using bench = new LinkBench(broker.url, { clock });
    await eventually(() => expect(broker.peers[0]?.packets).toHaveLength(1));
    vi.advanceTimersByTime(10_000);
    await eventually(() => expect(bench.failures).toEqual(["connected, but no CONNACK received"]));
    broker.follow(() => "as usual");
    await clock.advance(1000);
    await eventually(() => expect(bench.connected).toHaveLength(1));
    expect(bench.connected[0]?.protocol).toBe(5);
  });

  it("before SUBACK is disconnected and retried", async () => {
    const clock = new FakeClock();
    await using broker = await startScriptedBroker(on("subscribe", () => {}));
    await using bench = new LinkBench(broker.url, { clock });
    await eventually(() => expect(broker.peers[0]?.subscribes).toHaveLength(1));
    await clock.advance(10_000);
    await eventually(() =>
      expect(bench.ends).toMatchObject([
        { kind: "lost", reason: "the broker did not answer SUBSCRIBE within 10000 ms" },
      ]),
    );
    broker.follow(() => "as usual");
    await whileAway(broker, clock, () => expect(bench.connected).toHaveLength(1));
  });

  it("later is noticed by a missing PINGRESP", async () => {
    // MQTT.js has timers of its own.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await using broker = await startScriptedBroker(on("pingreq", () => {}));
    await using bench = await LinkBench.connected(broker.url, { keepaliveSeconds: 20 });
    await eventually(() => {
      vi.advanceTimersByTime(1000);
      expect(bench.ends).toMatchObject([{ kind: "lost", reason: "Keepalive timeout" }]);
    });
    expect(broker.peers[0]?.packets.map(({ cmd }) => cmd)).toContain("pingreq");
  });
});

describe("a broker that sends invalid data", () => {
  it.each<[string, Uint8Array]>([
    ["instead of CONNACK", Uint8Array.of(0x21, 2, 0, 0)],
    ["as HTTP", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["at random", randomBytes(4096)],
  ])("%s is disconnected and retried", async (_name, bytes) => {
    const clock = new FakeClock();
    await using broker = await startScriptedBroker(
      on("connect", (_packet, peer) => {
        peer.sendBytes(bytes);
        peer.socket.end();
      }),
    );
    await using bench = new LinkBench(broker.url, { clock });
    await whileAway(broker, clock, () => expect(broker.peers.length).toBeGreaterThan(1));
    broker.follow(() => "as usual");
    await whileAway(broker, clock, () => expect(bench.connected).toHaveLength(1));
  });

  it("after CONNACK is disconnected and retried", async () => {
    const clock = new FakeClock();
    await using broker = await startScriptedBroker();
    await using bench = await LinkBench.connected(broker.url, { clock });
    broker.peers[0]?.sendBytes(Uint8Array.of(0x43, 0));
    await eventually(() => expect(bench.ends).toMatchObject([{ kind: "lost" }]));
    expect(bench.ends[0]?.reason).toMatch(/header flag/i);
    await whileAway(broker, clock, () => expect(bench.connected).toHaveLength(2));
  });

  it("in its acknowledgements is disconnected", async () => {
    await using broker = await startScriptedBroker(
      on("subscribe", ({ messageId = 0 }, peer) => peer.send({ cmd: "puback", messageId, reasonCode: 0 })),
    );
    await using bench = new LinkBench(broker.url);
    await eventually(() => expect(bench.ends).toMatchObject([{ kind: "lost" }]));
    expect(bench.ends[0]?.reason).toMatch(/puback does not answer/);
  });
});

describe("a broker that refuses subscriptions", () => {
  it.each([
    ["auto", 0x87],
    ["4", 0x80],
  ] as const)("is reported with the needed filters, and used all the same (%s)", async (protocol, code) => {
    const wanted = (...filters: readonly string[]) =>
      filters.map((filter) => ({ filter, wantsRetained: false, isOptional: filter.endsWith("#") }));
    await using broker = await startScriptedBroker(
      on("subscribe", ({ messageId = 0, subscriptions }, peer) => {
        const granted = subscriptions.map(({ topic }) => (/^(?:forbidden|deep)/.test(topic) ? code : 0));
        peer.send({ cmd: "suback", messageId, granted });
      }),
    );
    const subscriptions = wanted(setTopic, "forbidden/set", "another/set", "deep/#");
    await using bench = await LinkBench.connected(broker.url, { protocol, subscriptions });
    expect(bench.refused).toEqual(["forbidden/set"]);
    bench.link.listenTo(wanted("forbidden/later", "deep/too/#"));
    await eventually(() => expect(bench.refused).toEqual(["forbidden/set", "forbidden/later"]));
    expect(bench.ends).toEqual([]);
  });
});

describe("another client with our client id", () => {
  it("is reported, and each pause before the next attempt is longer", async () => {
    const clock = new FakeClock();
    await using broker = await startScriptedBroker();
    await using bench = new LinkBench(broker.url, { clock });
    for (const [index, pause] of [30_000, 60_000, 120_000].entries()) {
      await eventually(() => expect(bench.connected).toHaveLength(index + 1));
      broker.peers[index]?.send(takenOver);
      await eventually(() => expect(bench.ends).toHaveLength(index + 1));
      expect(bench.ends[index]).toEqual({
        kind: "taken-over",
        reason: "another client connected with our client id",
        isContested: true,
      });
      await clock.advance(pause * 0.7);
      expect(broker.peers).toHaveLength(index + 1);
      await clock.advance(pause * 0.3);
    }
    await eventually(() => expect(bench.connected).toHaveLength(4));
  });

  it.each(["4", "5"] as const)(
    "is suspected when connections do not last (protocol %s)",
    async (protocol) => {
      const clock = new FakeClock();
      await using broker = await startScriptedBroker();
      await using bench = new LinkBench(broker.url, { clock, protocol });
      for (const [index, pause] of [1000, 2000, 4000, 30_000].entries()) {
        await eventually(() => expect(bench.connected).toHaveLength(index + 1));
        broker.peers[index]?.socket.destroy();
        await eventually(() => expect(bench.ends).toHaveLength(index + 1));
        await clock.advance(pause * 0.7);
        expect(broker.peers).toHaveLength(index + 1);
        await clock.advance(pause * 0.3);
      }
      expect(bench.ends.map(({ isContested }) => isContested)).toEqual([false, false, false, true]);
    },
  );
});

describe("a broker that sends DISCONNECT", () => {
  it.each([
    [{ cmd: "disconnect", reasonCode: 0x8b } as const, "the broker disconnected us, reason code 0x8b"],
    [
      { cmd: "disconnect", reasonCode: 0x95, properties: { reasonString: "too big" } } as const,
      "the broker disconnected us, reason code 0x95: too big",
    ],
  ])(
    "has its reason reported, and the connection ends even if the broker keeps it open",
    async (packet, reason) => {
      const clock = new FakeClock();
      await using broker = await startScriptedBroker();
      await using bench = await LinkBench.connected(broker.url, { clock });
      broker.peers[0]?.send(packet);
      await eventually(() => expect(bench.ends).toEqual([{ kind: "lost", reason, isContested: false }]));
      await whileAway(broker, clock, () => expect(bench.connected).toHaveLength(2));
    },
  );

  it("right after CONNACK does not make us try another protocol version", async () => {
    const clock = new FakeClock();
    await using broker = await startScriptedBroker(
      on("connect", (_packet, peer) => {
        peer.send(accept(), takenOver);
        peer.socket.end();
      }),
    );
    await using bench = new LinkBench(broker.url, { clock });
    await whileAway(broker, clock, () => expect(broker.peers.length).toBeGreaterThan(3));
    expect(broker.peers.slice(0, 3).map(({ protocol }) => protocol)).toEqual([5, 5, 5]);
    expect(bench.connected).toEqual([]);
  });
});
