import { describe, expect, it } from "vitest";
import { Router } from "../../src/bridge/router.ts";
import type { IncomingMessage } from "../../src/core/topics/message.ts";
import { SessionBench } from "../support/bridge/session-bench.ts";
import { incoming } from "../support/bridge/incoming.ts";

const set = "base/den/audio/input/set";
const refresh = "base/den/refresh/set";

interface Desk {
  /** How long messages may have waited unread. */
  ageMs: number;
  readonly bench: SessionBench;
  readonly router: Router;
  readonly send: (payload: string | Uint8Array, change?: Partial<IncomingMessage>) => Promise<void>;
}

/** A router before one player that has told everything. */
async function desk(): Promise<Desk & AsyncDisposable> {
  const bench = await SessionBench.settled();
  const { broker, clock, log, session } = bench;
  const router = new Router({
    base: "base",
    sessionOf: (id) => (id === "den" ? session : undefined),
    broker,
    clock,
    log,
  });
  const send = async (payload: string | Uint8Array, change: Partial<IncomingMessage> = {}): Promise<void> => {
    router.receive(incoming(set, payload, { sentAt: clock.now() - at.ageMs, ...change }));
    await clock.advance(0);
  };
  const at = { ageMs: 0, bench, router, send, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
  return at;
}

describe("a message on a set topic", () => {
  it("becomes a command of its player and gets its outcome", async () => {
    await using at = await desk();
    await at.send("TV");
    await at.send('{"tag": "RCA", "transaction": "a1"}', { topic: "base/den/audio/output/set" });
    await at.send("", { topic: refresh });
    await at.bench.clock.advance(1500);
    expect(at.bench.broker.results).toMatchObject([
      { command: "audio/input", request: "TV", outcome: "applied", tag: "TV" },
      { command: "audio/output", request: "RCA", outcome: "applied", tag: "RCA", transaction: "a1" },
      { command: "refresh", outcome: "applied" },
    ]);
  });

  it.each([
    ["JSON without a tag", '{"name": "TV"}', /^malformed JSON/],
    ["bytes that are not UTF-8", Uint8Array.of(0x54, 0xff, 0x56), /^not UTF-8/],
  ])("is rejected when it is %s", async (_what, payload, reason) => {
    await using at = await desk();
    await at.send(payload);
    expect(at.bench.broker.results).toMatchObject([
      { command: "audio/input", outcome: "rejected", reason: expect.stringMatching(reason) },
    ]);
    expect(at.bench.player.requests).toEqual([]);
  });

  it("may call its control by the last level, as everything else that takes commands", async () => {
    await using at = await desk();
    await at.send("TV", { topic: "base/den/input/set" });
    await at.send("pause", { topic: "base/den/playback/set" });
    await at.bench.clock.advance(1500);
    expect(at.bench.broker.results).toMatchObject([
      { command: "audio/input", request: "TV", outcome: "applied" },
      { command: "video/playback", request: "pause" },
    ]);
  });

  it.each([
    ["base/den/audio/loudness/set", "loud", "audio/loudness", "loud", undefined],
    ["base/den/zooom/set", '{"value": "Fit", "transaction": 7}', "zooom", "Fit", 7],
    ["base/den/Volume/set", Uint8Array.of(0xff), "Volume", "", undefined],
    [`base/den/${"x".repeat(200)}/set`, "y".repeat(300), "x".repeat(64), "y".repeat(64), undefined],
  ])(
    "of a control that does not exist is rejected: %s",
    async (topic, payload, command, request, transaction) => {
      await using at = await desk();
      await at.send(payload, { topic });
      expect(at.bench.broker.results).toEqual([
        expect.objectContaining({
          command,
          request,
          outcome: "rejected",
          reason: expect.stringMatching(
            /^unknown control ".+": (did you mean .+\?|the topic info lists those of the player)$/,
          ) as unknown,
          ...(transaction !== undefined && { transaction }),
        }),
      ]);
      expect([...at.bench.counters.commands.keys()]).toEqual([]);
      expect(at.bench.player.requests).toEqual([]);
    },
  );

  it("is ignored if no player has its id or the topic is not ours", async () => {
    await using at = await desk();
    for (const topic of [
      "base/attic/audio/input/set",
      "base/den/audio/input",
      "other/den/audio/input/set",
      "",
    ]) {
      await at.send("TV", { topic });
    }
    expect(at.bench.broker.messages).toEqual([]);
    expect(at.bench.log.lines).toEqual([]);
  });

  it("expires with its sender's patience where that is shorter than the deadline", async () => {
    await using at = await desk();
    at.bench.player.follow((what) => (what === "read video" ? undefined : at.bench.player.plainly(what)));
    at.bench.session.tick(["video"], 1000);
    await at.bench.clock.advance(0);
    await at.send("TV", { expirySeconds: 2 });
    await at.send("RCA", { topic: "base/den/audio/output/set", expirySeconds: 3600 });
    await at.bench.clock.advance(2000);
    at.bench.player.held.answer({ kind: "absent" });
    await at.bench.clock.advance(0);
    expect(at.bench.outcomes).toEqual(["TV expired", "RCA applied"]);
  });

  it("is expired when it may have waited unread for longer than the deadline, and is told its age", async () => {
    await using at = await desk();
    at.ageMs = 12_000;
    await at.send("TV");
    await at.send("", { topic: refresh });
    at.ageMs = 3000;
    await at.send("RCA", { topic: "base/den/audio/output/set" });
    await at.bench.clock.advance(1000);
    expect(at.bench.broker.results).toMatchObject([
      { request: "TV", outcome: "expired", durationMs: 12_000 },
      { command: "refresh", outcome: "expired" },
      { request: "RCA", outcome: "applied" },
    ]);
    expect(at.bench.player.requests).not.toContain("select input TV");
  });

  it("keeps its sender's patience for the time in which its player is being woken", async () => {
    await using at = await desk();
    at.bench.player.follow((what) => (what === "read video" ? undefined : at.bench.player.plainly(what)));
    at.bench.session.tick(["video"], 1000);
    await at.bench.clock.advance(0);
    const receivedAt = at.bench.clock.now();
    const lives: unknown[] = [];
    for (const expirySeconds of [2, 3600, undefined]) {
      await at.send("TV", { expirySeconds });
      const { expiresAt = 0, senderExpiresAt } = at.bench.session.takeCommand() ?? {};
      lives.push([expiresAt - receivedAt, senderExpiresAt && senderExpiresAt - receivedAt]);
    }
    expect(lives).toEqual([
      [2000, 2000],
      [5000, 3_600_000],
      [5000, undefined],
    ]);
    at.bench.player.held.answer({ kind: "absent" });
  });
});

describe("a retained message on a set topic", () => {
  it.each([
    ['{"tag": "TV", "transaction": "a1"}', "TV"],
    ['{"tag": {}, "transaction": "a1"}', '{"tag": {}, "transaction": "a1"}'],
  ])("is refused with its request and its transaction: %s", async (payload, request) => {
    await using at = await desk();
    await at.send(payload, { retain: true });
    const reason: unknown = expect.stringMatching(/^retained/);
    expect(at.bench.broker.results).toMatchObject([{ request, transaction: "a1", reason }]);
  });

  it("is refused, cleared from the broker and written down", async () => {
    await using at = await desk();
    await at.send("TV", { retain: true });
    await at.send("", { topic: refresh });
    expect(at.bench.player.requests).not.toContain("select input TV");
    expect(at.bench.broker.messages).toContainEqual({ topic: set, payload: "", retain: true, qos: 0 });
    expect(at.bench.broker.results[0]).toMatchObject({
      outcome: "rejected",
      request: "TV",
      reason: expect.stringMatching(/^retained/),
    });
    expect(at.bench.log.saying("a retained command was refused and cleared")).toMatchObject([
      { level: "warn", fields: { topic: set } },
    ]);
  });

  it("is no command when the broker brings our own clearing back", async () => {
    await using at = await desk();
    await at.send("TV", { retain: true });
    await at.send("");
    expect(at.bench.broker.results).toHaveLength(1);
    await at.send("");
    expect(at.bench.broker.results[1]).toMatchObject({
      outcome: "rejected",
      reason: expect.stringMatching(/^empty/),
    });
  });

  it("does not make an empty command of a later time look like the echo of its clearing", async () => {
    await using at = await desk();
    await at.send("TV", { retain: true });
    await at.bench.clock.advance(60_000);
    await at.send("");
    expect(at.bench.broker.results).toHaveLength(2);
  });

  it("leaves no echo to wait for with MQTT 5", async () => {
    await using at = await desk();
    at.router.connected({ protocol: "5" });
    await at.send("now", { topic: refresh, retain: true });
    await at.send("", { topic: refresh });
    await at.bench.clock.advance(5000);
    expect(at.bench.outcomes).toEqual(["rejected", "applied"]);
  });

  it("is not a command if it is empty: a client clears the topic", async () => {
    await using at = await desk();
    await at.send("", { retain: true });
    expect(at.bench.broker.messages).toEqual([]);
  });
});

describe("a page of the queue that an earlier run left", () => {
  it("is cleared as soon as the queue is known", async () => {
    await using at = await desk();
    const page = "base/den/music/queue/pages/2";
    await at.send("[]", { topic: page, retain: true });
    expect(at.bench.broker.payloads(page)).toEqual([""]);
  });

  it("is not what the bridge itself has just published or cleared", async () => {
    await using at = await desk();
    await at.send("[]", { topic: "base/den/music/queue/pages/2" });
    await at.send("", { topic: "base/den/music/queue/pages/3", retain: true });
    expect(at.bench.broker.messages).toEqual([]);
  });
});

it("a bug behind the router is not taken for a bad command", async () => {
  await using at = await desk();
  at.bench.broker.publish = () => {
    throw new TypeError("a bug");
  };
  await expect(at.send("TV", { retain: true })).rejects.toThrow(TypeError);
});
