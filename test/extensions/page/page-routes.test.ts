import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { brotliDecompressSync } from "node:zlib";
import type { Command } from "../../../src/core/controls/command.ts";
import { DeviceError } from "../../../src/core/errors.ts";
import { emptyQueue } from "../../../src/core/resources/queue.ts";
import type { AnswersView, DiagnosticsView, RowsView } from "../../../src/extensions/page/response-views.ts";
import { withReason } from "../../../src/lib/phrase.ts";
import { pictureKey } from "../../../src/extensions/page/pictures.ts";
import { FakePage, type FakePlayer, withPlayer } from "./fake-page.ts";
import { until } from "../../support/bridge/until.ts";

async function told<Answer>(fake: FakePage, asked: string): Promise<Answer> {
  return (await (await fake.ask(asked)).json()) as Answer;
}

const path = "/api/v1/players/den/commands";

function post(body: unknown, headers: Readonly<Record<string, string>>): RequestInit {
  const json = { "content-type": "Application/JSON; charset=utf-8", ...headers };
  return { method: "POST", headers: json, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** A page with a player, opened in a browser, from where it sends commands. */
async function opened() {
  const fake = withPlayer();
  const headers = await fake.ownHeaders();
  return Object.assign(fake, { send: (command: unknown) => fake.ask(path, post(command, headers)) });
}

async function offeredTo({ offered }: FakePlayer): Promise<Command> {
  return until(() => offered[0]);
}

it.each([
  ["cross-site", 403],
  ["same-site", 403],
  ["same-origin", 200],
  ["none", 200],
])("a browser's stream request marked %s gets %i", async (site, status) => {
  using fake = new FakePage();
  const response = await fake.ask("/api/v1/events", { headers: { "sec-fetch-site": site } });
  await response.body?.cancel();
  expect(response.status).toBe(status);
});

describe("the files of the page", () => {
  const french = "<page/files/fr-1.js>; rel=modulepreload, <page/files/fr.phrases-1.js>; rel=modulepreload";

  it("are compressed for clients that accept it", async () => {
    using fake = new FakePage();
    const packed = await fake.ask("/page/files/page-1.css", { headers: { "accept-encoding": "gzip, br" } });
    expect(packed.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe("p{}");
    const plain = await fake.ask("/page/files/page-1.css");
    expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, "p{}"]);
    expect(plain.headers.get("cache-control")).toContain("immutable");
  });

  it("include a worker for the whole page, also below a path, which is asked for again each time", async () => {
    using fake = new FakePage();
    const { headers } = await fake.ask("/page/files/service-worker.js");
    expect(headers.get("service-worker-allowed")).toBe("../../");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("content-security-policy")).toContain("worker-src 'self'");
  });

  it.each([
    ["fr-CA,fr;q=0.9,en;q=0.8", french],
    ["xx, FR", french],
    // The texts in English are in the script.
    ["en-GB,fr;q=0.9", null],
    ["page", null],
    ["", null],
  ])("that texts in the language %j are in come with the page", async (language, link) => {
    using fake = new FakePage();
    const headers = { "accept-language": language, "accept-encoding": "br" };
    const answer = await fake.ask("/", { headers });
    expect(answer.headers.get("link")).toBe(link);
    expect(answer.headers.get("vary")).toMatch(/^Accept-Language, Accept-Encoding$/i);
  });

  it.each([
    "/page/files/nothing.js",
    "/page/files/..%2fpage.ts",
    "/page/files/page-1.css.br",
    "/page/nothing",
  ])("do not include %s", async (asked) => {
    using fake = new FakePage();
    expect((await fake.ask(asked)).status).toBe(404);
  });

  it.each([
    ["/", "no-cache"],
    ["/page/files/icon.svg", "public, max-age=31536000, immutable"],
    ["/page/session", "no-store"],
    ["/api/v1/players/nobody/answers", "no-store"],
    ["/api/v1/state", "no-store"],
  ])(
    "forbid scripts and all other content from other hosts, at %s, and are kept for as long as they hold",
    async (asked, caching) => {
      using fake = new FakePage();
      const { headers } = await fake.ask(asked);
      const policy = headers.get("content-security-policy");
      // Scripts and styles within the HTML are allowed by their hash.
      const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
      expect(policy).toContain(
        `default-src 'none'; script-src 'self' ${hash("1")}; style-src 'self' ${hash("p{}")}; img-src 'self';`,
      );
      expect(policy).not.toMatch(/unsafe|\*|data:|https?:/);
      expect(Object.fromEntries(headers)).toMatchObject({
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
        "cache-control": caching,
      });
      expect(headers.get("access-control-allow-origin")).toBeNull();
    },
  );
});

describe("a command from the page", () => {
  it("enters the player's inbox, and its outcome is returned", async () => {
    using fake = await opened();
    const answer = fake.send({ command: "audio/output", request: "RCA" });
    const command = await offeredTo(fake.den);
    expect(command).toEqual({
      target: "audio/output",
      request: "RCA",
      parsed: expect.anything(),
      transaction: undefined,
      replyTo: undefined,
      receivedAt: fake.clock.now(),
      expiresAt: fake.clock.now() + 5000,
      senderExpiresAt: fake.clock.now() + 5000,
    });
    fake.settle(fake.den, command, { kind: "applied", tag: "RCA" });
    expect(await (await answer).json()).toEqual({
      command: "audio/output",
      request: "RCA",
      outcome: "applied",
      tag: "RCA",
      durationMs: 0,
    });
  });

  it.each([
    ["audio/input", '{"x', '{"x'],
    ["audio/input", '"quoted"', '"quoted"'],
    ["volume", 40, "40"],
    ["refresh", "", ""],
  ])("for %s accepts %j, as a number or a text, unchanged", async (command, request, expected) => {
    using fake = await opened();
    void fake.send({ command, request });
    await expect.poll(() => fake.den.offered[0]?.request).toBe(expected);
  });

  it.each([
    [{ command: "audio/input", request: "" }, 200, "rejected"],
    [{ command: "audio/input", request: "x".repeat(2000) }, 200, "rejected"],
    [{ command: "power/off", request: "" }, 400, undefined],
  ])("is rejected if invalid: %j", async (body, status, kind) => {
    using fake = await opened();
    const response = await fake.send(body);
    expect(response.status).toBe(status);
    const answer = (await response.json()) as { readonly outcome?: string };
    expect(answer.outcome).toBe(kind);
    expect(fake.den.offered).toEqual([]);
  });

  it("gives a preset time to wake the player, and lists its steps", async () => {
    using fake = await opened();
    const answer = fake.send({ command: "preset", request: "Morning" });
    const command = await offeredTo(fake.den);
    const now = fake.clock.now();
    expect(command).toMatchObject({ expiresAt: now + 5000, senderExpiresAt: now + 300_000 });
    await fake.clock.advance(120_000);
    const on = { command: "power", request: "on", outcome: "applied" } as const;
    const mute = { command: "mute", request: "on", outcome: "failed" } as const;
    const phrase = { text: "no luck today", code: "luck.none", values: { day: "today" } };
    const [steps, lost] = [[on, { ...mute, ...withReason(phrase) }], ["queue"]] as const;
    fake.settle(fake.den, command, { kind: "failed", ...withReason(phrase), lost, steps });
    const why = { reason: "no luck today", reasonCode: "luck.none", reasonValues: { day: "today" } };
    expect(await (await answer).json()).toEqual({
      command: "preset",
      request: "Morning",
      outcome: "failed",
      ...why,
      lost,
      steps: [on, { ...mute, ...why }],
      durationMs: 120_000,
    });
  });

  it("is answered without what an address may keep secret", async () => {
    using fake = await opened();
    const request = "http://radio.example/live?key=abc123";
    const answer = fake.send({ command: "play", request });
    const command = await offeredTo(fake.den);
    const response = { path: "/Status", status: 200, body: { is: "any" } };
    fake.settle(fake.den, command, { kind: "applied", response });
    expect(await (await answer).json()).toMatchObject({ request: "http://radio.example/…", response });
  });

  it("without any outcome is reported as failed", async () => {
    using fake = await opened();
    const answer = fake.send({ command: "refresh", request: "" });
    await expect.poll(() => fake.den.offered).toHaveLength(1);
    await fake.clock.advance(60_000);
    expect(await (await answer).json()).toMatchObject({ outcome: "failed" });
  });
});

describe("the lists and answers of a player", () => {
  it("are read in parts", async () => {
    using fake = withPlayer();
    const entries = Array.from({ length: 250 }, (_, place) => ({ title: `Film ${place}` }));
    const playlist = { size: 250, currentIndex: 3, currentTitle: "", entries };
    fake.change(fake.den, { player: { ...fake.den.state.player, playlist } });
    const first = await told<RowsView>(fake, "/api/v1/players/den/lists/playlist?start=0");
    expect([first.total, first.rows.length, first.rows[7]?.title]).toEqual([250, 100, "Film 7"]);
    const last = await told<RowsView>(fake, "/api/v1/players/den/lists/playlist?start=200");
    expect([last.start, last.rows.length, last.rows[49]?.title]).toEqual([200, 50, "Film 249"]);
    const queue = await told<RowsView>(fake, "/api/v1/players/den/lists/queue?start=0");
    expect([queue.total, queue.rows.length]).toEqual([2, 100]);
    const art = pictureKey("http://192.0.2.7:9529/image?id=1");
    const facts = { by: "Band · Record", seconds: 200, format: "FLAC", art, track: "701" };
    expect([queue.rows[1], first.rows[1]]).toEqual([
      { place: 1, title: "Song 1", ...facts },
      { place: 1, title: "Film 1", by: "", format: "" },
    ]);
    const found = await told<RowsView>(fake, "/api/v1/players/den/lists/playlist?start=11&search=film+24");
    expect([found.start, found.total, found.rows.map(({ place }) => place)]).toEqual([11, 13, [248, 249]]);
  });

  it("are read from the player where that has not told all of its queue", async () => {
    using fake = withPlayer();
    const queue = { ...emptyQueue, total: 250 };
    fake.change(fake.den, { player: { ...fake.den.state.player, queue } });
    const rowsAt = async (query: string) =>
      (await told<RowsView>(fake, `/api/v1/players/den/lists/queue?${query}`)).rows;
    fake.isQueueRead = (position) => position >= 130 && position < 230;
    expect((await rowsAt("start=80"))[50]).toMatchObject({ place: 130, title: "Song 130" });
    expect((await rowsAt("start=0&search=song+140"))[0]).toMatchObject({ place: 140, title: "Song 140" });
    fake.readQueue = async (from, count) => {
      fake.isQueueRead = (position) => position >= from && position < from + count;
    };
    expect((await rowsAt("start=20"))[0]).toMatchObject({ place: 20, title: "Song 20" });
    expect((await rowsAt("start=0&search=song+25"))[0]).toMatchObject({ place: 25 });
    fake.readQueue = async () => {
      throw new DeviceError("broken", "reset");
    };
    expect((await rowsAt("start=20"))[0]).toMatchObject({ place: 20, title: "Song 20" });
    expect(await rowsAt("start=130")).toEqual([]);
    fake.change(fake.den, { availability: "offline" });
    fake.readQueue = () => {
      throw new Error("asked an offline player");
    };
    expect(await rowsAt("start=20")).toHaveLength(100);
    fake.queueStart = 100;
    fake.change(fake.den, {
      player: { ...fake.den.state.player, queue: { ...queue, envelope: { start: 100 } } },
    });
    fake.isQueueRead = () => true;
    for (const [query, place] of [
      ["start=150", 150],
      ["start=20", 100],
      ["start=0&search=207", 207],
    ] as const)
      expect((await rowsAt(query))[0]).toMatchObject({ place, title: `Song ${place}` });
  });

  it.each([
    ["den/lists/playlists?start=0", 400, 'path.list: Invalid option: expected one of "playlist"|"queue"'],
    ["den/lists/queue?start=x", 400, "query.start: expected a whole number"],
    ["den/lists/queue?start=1.5", 400, "query.start: expected a whole number"],
    ["den/lists/queue?start=-1", 400, "query.start: expected 0 or more"],
    ["nobody/lists/queue?start=0", 404, "there is no such player"],
  ])("are refused at %s with %i and the reason", async (list, status, error) => {
    using fake = withPlayer();
    const response = await fake.ask(`/api/v1/players/${list}`);
    expect([response.status, await response.json()]).toEqual([status, { error }]);
  });

  it("show the player's texts without secrets, and only the beginning of a long one", async () => {
    using fake = withPlayer();
    const { answers } = await told<AnswersView>(fake, "/api/v1/players/den/answers");
    const [short, long, nonsense] = answers;
    expect(short).toEqual({
      operation: "/getIt",
      bytes: 27,
      text: '{\n  "of": "den",\n  "psk": "…"\n}',
      isCut: false,
    });
    expect([long?.isCut, long?.bytes]).toEqual([true, 42_011]);
    // The truncated answer is still JSON.
    const shown = JSON.parse(long?.text ?? "") as { readonly array: readonly object[] };
    expect(shown.array.length).toBeGreaterThan(400);
    expect(shown.array.at(-1)).toEqual({ text: "x".repeat(30) });
    expect(nonsense?.text).toBe("<html>");
  });
});

describe("the diagnostics of a player", () => {
  const path = "/api/v1/players/den/diagnostics";

  it("have its last requests, response times and log lines", async () => {
    using fake = withPlayer();
    const { stats } = fake.den;
    Object.assign(stats, { polls: 7, commands: 1, latencyMs: 12.34 });
    await fake.clock.advance(5000);
    Object.assign(stats, { polls: 9 });
    await fake.clock.advance(5000);
    await fake.clock.advance(5000);
    // The player was replaced, such as by one with another address.
    Object.assign(stats, { polls: 3, commands: 0 });
    await fake.clock.advance(5000);
    const line = {
      time: "2031-02-03T04:05:06.000Z",
      message: "player is offline",
      details: "reason: timeout",
    };
    fake.lines.add({ ...line, level: "warn", player: "den", reason: "timeout" });
    fake.lines.add({ ...line, level: "info", player: "den" });
    fake.lines.add({ ...line, level: "warn", player: "attic" });
    fake.lines.add({ ...line, level: "warn" });
    expect(await told<DiagnosticsView>(fake, path)).toEqual({
      everySeconds: 5,
      requests: [8, 2, 0, 3],
      latencyMs: [12.3, 12.3, null, 12.3],
      log: [
        { ...line, level: "info" },
        { ...line, level: "warn" },
      ],
      sent: [
        { time: fake.attempt.time, receiver: "maloja", title: "Amber Ferry", outcome: "taken", reason: "" },
      ],
    });
    // One that comes again begins anew.
    fake.players.length = 0;
    await fake.clock.advance(5000);
    fake.players.push(fake.den);
    expect((await told<DiagnosticsView>(fake, path)).requests).toEqual([]);
  });
});
