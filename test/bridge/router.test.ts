import { expect, it } from "vitest";
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

const output = "base/den/audio/output/set";
const page = "base/den/music/queue/pages/2";
const retain = true;
const later = "later";

type Sent = readonly [payload: string | Uint8Array, change?: Partial<IncomingMessage>] | typeof later;

const rejected = (reason: RegExp, more: object = {}) => ({
  outcome: "rejected",
  reason: expect.stringMatching(reason) as unknown,
  ...more,
});
const unknown = (command: string, request: string, more: object = {}) =>
  rejected(/^unknown control ".+": (did you mean .+\?|the topic info lists those of the player)$/, {
    command,
    request,
    ...more,
  });

it.each<[string, readonly Sent[], results: readonly object[], asked?: readonly string[]]>([
  [
    "becomes a command of its player and gets its outcome",
    [["TV"], ['{"tag": "RCA", "transaction": "a1"}', { topic: output }], ["", { topic: refresh }], later],
    [
      { command: "audio/input", request: "TV", outcome: "applied", tag: "TV" },
      { command: "audio/output", request: "RCA", outcome: "applied", tag: "RCA", transaction: "a1" },
      { command: "refresh", outcome: "applied" },
    ],
    ["select input TV", "select output RCA"],
  ],
  [
    "may call its control by the last level, as everything else that takes commands",
    [
      ["TV", { topic: "base/den/input/set" }],
      ["pause", { topic: "base/den/playback/set" }],
    ],
    [
      { command: "audio/input", request: "TV", outcome: "applied" },
      { command: "video/playback", request: "pause" },
    ],
    ["select input TV"],
  ],
  [
    "is rejected without a tag, or if it is not UTF-8",
    [['{"name": "TV"}'], [Uint8Array.of(0x54, 0xff, 0x56)]],
    [rejected(/^malformed JSON/, { command: "audio/input" }), rejected(/^not UTF-8/)],
  ],
  [
    "of a control that does not exist is rejected",
    [
      ["loud", { topic: "base/den/audio/loudness/set" }],
      ['{"value": "Fit", "transaction": 7}', { topic: "base/den/zooom/set" }],
      [Uint8Array.of(0xff), { topic: "base/den/Volume/set" }],
      ["y".repeat(300), { topic: `base/den/${"x".repeat(200)}/set` }],
    ],
    [
      unknown("audio/loudness", "loud"),
      unknown("zooom", "Fit", { transaction: 7 }),
      unknown("Volume", ""),
      unknown("x".repeat(64), "y".repeat(64)),
    ],
  ],
  [
    "is ignored if no player has its id or the topic is not ours",
    ["base/attic/audio/input/set", "base/den/audio/input", "other/den/audio/input/set", ""].map(
      (topic) => ["TV", { topic }] as const,
    ),
    [],
  ],
  [
    "that is retained is refused with its request and its transaction, and cleared",
    [
      ['{"tag": "TV", "transaction": "a1"}', { retain }],
      ['{"tag": {}, "transaction": "a1"}', { retain, topic: output }],
    ],
    [
      rejected(/^retained/, { request: "TV", transaction: "a1" }),
      rejected(/^retained/, { request: '{"tag": {}, "transaction": "a1"}', transaction: "a1" }),
    ],
  ],
  [
    "is no command when the broker brings our own clearing back, but the next empty one is",
    [["TV", { retain }], [""], [""]],
    [rejected(/^retained/), rejected(/^empty/)],
  ],
  [
    "that is empty is no echo of a clearing of long ago",
    [["TV", { retain }], later, [""]],
    [rejected(/^retained/), rejected(/^empty/)],
  ],
  ["that is retained is no command if it is empty: a client clears the topic", [["", { retain }]], []],
])("a message on a set topic %s", async (_what, messages, results, asked = []) => {
  await using at = await desk();
  const { broker, clock, counters, log, player } = at.bench;
  for (const one of messages) await (one === later ? clock.advance(60_000) : at.send(...one));
  expect(broker.results).toMatchObject(results);
  expect(player.requests.filter((what) => what.startsWith("select"))).toEqual(asked);
  const cleared = messages.flatMap((one) =>
    one !== later && one[1]?.retain === true && one[0] !== "" ? [one[1].topic ?? set] : [],
  );
  expect(broker.messages.filter(({ topic }) => topic.endsWith("/set"))).toEqual(
    cleared.map((topic) => ({ topic, payload: "", retain: true, qos: 0 })),
  );
  expect(results.length > 0 ? [] : [...broker.messages, ...log.lines]).toEqual([]);
  const line = "a retained command was refused and cleared";
  expect(log.saying(line)).toMatchObject(cleared.map((topic) => ({ level: "warn", fields: { topic } })));
  // What others invent is not counted by its name.
  for (const name of counters.commands.keys()) expect(name).not.toMatch(/loudness|zooom|Volume|xxx/);
});

it("a retained message on a set topic leaves no echo to wait for with MQTT 5", async () => {
  await using at = await desk();
  at.router.connected({ protocol: "5" });
  await at.send("now", { topic: refresh, retain });
  await at.send("", { topic: refresh });
  await at.bench.clock.advance(5000);
  expect(at.bench.outcomes).toEqual(["rejected", "applied"]);
});

it("a page of the queue that an earlier run left is cleared, but not what the bridge itself has just published or cleared", async () => {
  await using at = await desk();
  await at.send("[]", { topic: page });
  await at.send("", { topic: page, retain });
  expect(at.bench.broker.messages).toEqual([]);
  await at.send("[]", { topic: page, retain });
  expect(at.bench.broker.payloads(page)).toEqual([""]);
});

it("a message on a set topic expires with its sender's patience where that is shorter than the deadline", async () => {
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

it("a message on a set topic is expired when it may have waited unread for longer than the deadline, and is told its age", async () => {
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

it("a message on a set topic keeps its sender's patience for the time in which its player is being woken", async () => {
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

it("a bug behind the router is not taken for a bad command", async () => {
  await using at = await desk();
  at.bench.broker.publish = () => {
    throw new TypeError("a bug");
  };
  await expect(at.send("TV", { retain: true })).rejects.toThrow(TypeError);
});
