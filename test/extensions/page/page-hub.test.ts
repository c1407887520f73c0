import { describe, expect, onTestFinished, test, vi } from "vitest";
import { audio, film, queue } from "../../core/sample-player.ts";
import { pending, refreshOf, select, settled } from "../../core/samples.ts";
import { FakePage, type FakePlayer } from "./fake-page.ts";
import type { Examine } from "../../../src/extensions/page/doctor-run.ts";
import { EventStream } from "../../../src/extensions/page/event-stream.ts";
import { StreamReader } from "./stream-reader.ts";
import { sessionWith } from "../../core/session-with.ts";

async function open(fake: FakePage, query = ""): Promise<StreamReader> {
  const response = await fake.ask(`/api/v1/events${query}`);
  const headers = ["content-type", "x-accel-buffering"].map((name) => response.headers.get(name));
  expect([response.status, ...headers]).toEqual([200, "text/event-stream", "no"]);
  return new StreamReader(response);
}

const it = test.extend<{ readonly fake: FakePage; readonly den: FakePlayer }>({
  // oxlint-disable-next-line no-empty-pattern -- the fixtures that it depends on
  fake: async ({}, use) => {
    using fake = new FakePage();
    await use(fake);
  },
  den: async ({ fake }, use) => {
    const den = fake.add("den");
    fake.page.arranged();
    await use(den);
  },
});

describe("the stream", () => {
  it("begins with the complete state", async ({ fake, den }) => {
    fake.change(den, settled());
    fake.page.reconfigure(new Map([["den", "Attic"]]));
    const hello = await (await open(fake)).nextOf("hello");
    expect(hello.bridge).toMatchObject({
      version: "1.2.3",
      broker: { isConnected: false, url: "mqtt://127.0.0.1" },
    });
    expect(hello.players).toMatchObject([
      {
        id: "den",
        identity: { name: "The den", room: "Attic", address: "http://192.0.2.7:9529" },
        topics: {
          availability: "online",
          "audio/input": "XMOS",
          "video/state": "playing",
          "music/title": "Song",
          "power/options": expect.stringContaining('"value":"reboot"') as string,
        },
        lists: { playlist: { size: 2, current: 1 }, queue: { size: 2, current: 1 } },
      },
    ]);
  });

  it("sends only the changed topics, collected for a moment", async ({ fake, den }) => {
    fake.change(den, settled());
    const reader = await open(fake);
    await reader.nextOf("hello");
    fake.change(den, { player: { ...den.state.player, audio: audio("BT") } });
    fake.change(den, { player: { ...den.state.player, audio: audio("BT", "RCA") } });
    fake.change(den, { player: { ...den.state.player, queue: { ...queue, total: 3, current: 0 } } });
    await fake.clock.advance(100);
    const { players } = await reader.nextOf("change");
    const topics = {
      "audio/input": "BT",
      "audio/input/name": "The BT",
      "audio/output": "RCA",
      "audio/output/name": "The RCA",
    };
    const lists = { playlist: { size: 2, current: 1, mark: 0 }, queue: { size: 3, current: 0, mark: 1 } };
    expect(players).toEqual({ den: { topics: expect.objectContaining(topics), lists } });
  });

  it("shows the session that took the place of another one under its id", async ({ fake, den }) => {
    fake.change(den, settled());
    const reader = await open(fake);
    await reader.nextOf("hello");
    fake.players.splice(0);
    const next = fake.add("den");
    fake.change(next, settled());
    fake.page.arranged();
    await fake.clock.advance(100);
    expect(await reader.nextOf("change")).toMatchObject({ removed: ["den"], added: [{ id: "den" }] });
    fake.change(next, { player: { ...next.state.player, queue: { ...queue, total: 7 } } });
    await fake.clock.advance(100);
    const shown = { lists: { queue: { size: 7 } } };
    expect(await reader.nextOf("change")).toMatchObject({ players: { den: shown } });
    expect(await (await open(fake)).nextOf("hello")).toMatchObject({ players: [shown] });
  });

  it("tells what the bridge is by now when its players are others", async ({ fake, den: _den }) => {
    const reader = await open(fake);
    Object.assign(fake.page.options.services, { findsPlayers: true });
    fake.page.arranged();
    await fake.clock.advance(100);
    fake.page.hub[Symbol.dispose]();
    const told = [false, true].map((findsPlayers) => ({ data: { bridge: { findsPlayers } } }));
    expect(await reader.rest()).toMatchObject(told);
  });

  it("keeps the players polled that it shows, until it is closed", async ({ fake }) => {
    const [den, loft] = [fake.add("den"), fake.add("loft")];
    fake.page.arranged();
    const reader = await open(fake, "?player=den");
    await reader.nextOf("hello");
    await fake.clock.advance(10_000);
    expect([den.watchedTimes, loft.watchedTimes]).toEqual([3, 0]);
    const overview = await open(fake);
    await overview.nextOf("hello");
    expect(loft.watchedTimes).toBe(1);
  });

  it("does not keep a thousand players busy for an overview", async ({ fake }) => {
    const players = Array.from({ length: 21 }, (_, index) => fake.add(`player-${index}`));
    fake.page.arranged();
    await (await open(fake)).nextOf("hello");
    expect(players.map(({ watchedTimes }) => watchedTimes)).toEqual(players.map(() => 0));
  });

  it("sends nothing for polls without visible changes", async ({ fake, den }) => {
    fake.change(den, settled());
    const reader = await open(fake);
    await reader.nextOf("hello");
    fake.change(den, { quietUntil: 17 });
    await fake.clock.advance(100);
    fake.change(den, { player: { ...den.state.player, video: { ...film } } });
    await fake.clock.advance(4900);
    expect((await reader.next()).name).toBe("sample");
  });

  it("lets a page advance the position by itself, and sends a seek", async ({ fake, den }) => {
    const begunAt = fake.clock.now();
    fake.change(den, sessionWith(settled(), { shownPosition: { seconds: 60, at: begunAt } }));
    const reader = await open(fake);
    expect((await reader.nextOf("hello")).players[0]?.positions.video).toMatchObject({ seconds: 60 });
    await fake.clock.advance(2000);
    fake.change(den, { shownPosition: { seconds: 62, at: begunAt + 2000 } });
    await fake.clock.advance(1000);
    fake.change(den, { shownPosition: { seconds: 900, at: begunAt + 3000 } });
    await fake.clock.advance(200);
    const { players } = await reader.nextOf("change");
    const at = fake.clock.date().getTime() - 200;
    expect(players).toEqual({ den: { positions: { video: { seconds: 900, at }, music: null } } });
  });

  it("sends the last position that was read when a player goes offline", async ({ fake, den }) => {
    const begunAt = fake.clock.now();
    fake.change(den, sessionWith(settled(), { shownPosition: { seconds: 60, at: begunAt } }));
    const reader = await open(fake);
    await reader.nextOf("hello");
    await fake.clock.advance(80_000);
    fake.change(den, { shownPosition: { seconds: 140, at: begunAt + 80_000 } });
    await fake.clock.advance(1000);
    fake.change(den, { availability: "offline" });
    await fake.clock.advance(200);
    const { players } = await reader.nextOf("change");
    expect(players?.["den"]).toMatchObject({
      topics: { availability: "offline" },
      positions: { video: { seconds: 140 } },
    });
  });

  it("contains since when a player is online or offline, even for a page that opens later", async ({
    fake,
    den,
  }) => {
    const startedAt = fake.clock.date().getTime();
    fake.change(den, { availability: "online" });
    await fake.clock.advance(10_000);
    const failure = { at: fake.clock.now(), phrase: { text: "ECONNREFUSED" } };
    fake.change(den, { availability: "offline", failure, failures: 3, silentSince: fake.clock.now() - 3000 });
    const command = select("on", { receivedAt: fake.clock.now() });
    const proofFinalAt = fake.clock.now() + 90_000;
    fake.change(den, { effect: pending({ isWaking: true, command, proofFinalAt }) });
    await fake.clock.advance(60_000);
    const { players } = await (await open(fake)).nextOf("hello");
    const waking = { since: startedAt + 10_000, until: startedAt + 100_000 };
    const presence = { since: startedAt + 7000, failure: { text: "ECONNREFUSED" }, failures: 3, waking };
    expect(players[0]?.presence).toEqual(presence);
  });

  it("sends the outcome of every command, including those of other clients", async ({ fake, den }) => {
    const reader = await open(fake);
    await reader.nextOf("hello");
    fake.settle(den, refreshOf({ receivedAt: fake.clock.now() - 40 }), { kind: "applied" });
    await fake.clock.advance(100);
    const { players } = await reader.nextOf("change");
    const at = fake.clock.date().getTime() - 100;
    expect(players?.["den"]?.commands).toEqual([
      { number: 1, command: "refresh", request: "", outcome: "applied", durationMs: 40, at },
    ]);
    for (let count = 0; count < 30; count++) fake.settle(den, refreshOf(), { kind: "expired" });
    await fake.clock.advance(100);
    const commands = (await reader.nextOf("change")).players?.["den"]?.commands;
    expect(commands?.map(({ number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, place) => 31 - place),
    );
  });

  it("takes samples every five seconds", async ({ fake }) => {
    const reader = await open(fake);
    fake.traffic.published = 10;
    await fake.clock.advance(5000);
    expect(await reader.nextOf("sample")).toEqual({ messagesPerMinute: 120 });
    await fake.clock.advance(5000);
    expect(await reader.nextOf("sample")).toEqual({ messagesPerMinute: 0 });
    await fake.clock.advance(1_000_000);
    const { samples } = await (await open(fake)).nextOf("hello");
    expect(samples.messagesPerMinute).toHaveLength(60);
  });

  it("sends the topics of a player in detail view, as published", async ({ fake, den }) => {
    fake.change(den, settled());
    const [other, reader] = [await open(fake, "?player=den"), await open(fake, "?player=den")];
    const topics = await reader.nextOf("topics");
    await other.leave();
    expect(topics).toMatchObject({ "audio/input": "XMOS", "video/state": "playing", "music/title": "Song" });
    fake.change(den, { player: { ...den.state.player, audio: audio("BT") } });
    await fake.clock.advance(100);
    expect(await reader.nextOf("topics")).toEqual({ "audio/input": "BT", "audio/input/name": "The BT" });
    await reader.leave();
  });
});

describe("several pages", () => {
  it("disconnect one that does not read, at no cost to the others", async ({ fake, den }) => {
    const [reading, stuck] = [await open(fake), await open(fake)];
    const title = "x".repeat(100_000);
    for (let count = 0; count < 60; count++) {
      fake.change(den, { player: { ...den.state.player, video: { ...film, title: `${count}${title}` } } });
      await fake.clock.advance(100);
      expect((await reading.nextOf("change")).players?.["den"]?.topics?.["video/title"]).toMatch(`${count}x`);
    }
    await expect(
      (async () => {
        for (;;) await stuck.next();
      })(),
    ).rejects.toThrow("has ended");
    expect(fake.cuts).toBe(1);
  });

  it("are limited to a number that the bridge can serve", async ({ fake, den: _den }) => {
    const readers: StreamReader[] = [];
    for (let count = 0; count < 128; count++) readers.push(await open(fake));
    expect((await fake.ask("/api/v1/events")).status).toBe(503);
    await readers[0]?.leave();
    expect((await fake.ask("/api/v1/events")).status).toBe(200);
  });

  it("cost an event no more after twenty visits than after the first", async () => {
    const examine: Examine = async (tell) => tell({ kind: "begun", areas: [] });
    using fake = new FakePage({ token: "owner", guest: "visitor" }, examine);
    const [den, loft] = [fake.add("den"), fake.add("loft")];
    fake.page.arranged();
    for (const player of [den, loft]) fake.change(player, settled());
    const counted = [vi.spyOn(EventStream.prototype, "send"), vi.spyOn(TextEncoder.prototype, "encode")];
    onTestFinished(() => void vi.restoreAllMocks());
    const open = async (query: string, token = "owner"): Promise<StreamReader> =>
      new StreamReader(
        await fake.ask(`/api/v1/events${query}`, {
          headers: { authorization: `Bearer ${token}`, "accept-encoding": query === "" ? "gzip" : "" },
        }),
      );
    const reader = await open("?player=den");
    /** What is sent and encoded, and how often players are looked at, for one event of each kind. */
    const workOf = async (input: string): Promise<number[]> => {
      const watched = (): number => den.watchedTimes + loft.watchedTimes;
      await fake.clock.advance(1000);
      for (const spy of counted) spy.mockClear();
      const before = watched();
      for (const player of [den, loft])
        fake.change(player, { player: { ...player.state.player, audio: audio(input) } });
      fake.settle(den, refreshOf({ receivedAt: fake.clock.now() }), { kind: "applied" });
      fake.broker.unwritable();
      fake.page.doctor?.start();
      await fake.clock.advance(5000);
      await reader.nextOf("sample");
      return [...counted.map(({ mock }) => mock.calls.length), watched() - before, fake.clock.pending];
    };
    const visit = async (): Promise<void> => {
      const visits = [await open(""), await open("?player=den"), await open("?player=loft", "visitor")];
      await fake.clock.advance(100);
      await Promise.all(visits.map((one) => one.leave()));
    };
    await visit();
    const first = await workOf("BT");
    for (let count = 0; count < 20; count++) await visit();
    expect(await workOf("RCA")).toEqual(first);
  });

  it("leave nothing behind when the bridge stops", async ({ fake, den: _den }) => {
    const reader = await open(fake);
    fake[Symbol.dispose]();
    expect(fake.clock.pending).toBe(0);
    await reader.nextOf("hello").catch(() => {});
    await expect(reader.next()).rejects.toThrow("has ended");
  });
});
