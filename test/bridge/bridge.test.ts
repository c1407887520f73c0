import { describe, expect, it, vi } from "vitest";
import { Bridge } from "../../src/bridge/bridge.ts";
import type { BridgeContext } from "../../src/bridge/bridge-context.ts";
import { StandBy } from "../../src/bridge/stand-by.ts";
import { maxSleepMinutes } from "../../src/core/controls/sleep.ts";
import { noteWriter } from "../../src/core/resources/resumable-state.ts";
import { retained } from "../../src/core/topics/message.ts";
import { commandFilters, deepCommandFilters } from "../../src/core/topics/topics.ts";
import { BridgeBench as Bench, mqtt } from "../support/bridge/bridge-bench.ts";
import { incoming } from "../support/bridge/incoming.ts";

describe("a bridge", () => {
  it("has one schedule for each distinct expression, and each marks what is due by it", async () => {
    await using bench = new Bench({ den: {}, attic: { video: "every 5" } });
    await bench.clock.advance(1000);
    const { den, attic } = bench.players;
    for (const player of [den, attic]) player?.requests.splice(0);
    expect([...bench.schedule.jobs.keys()].toSorted()).toEqual(["every 10", "every 2", "every 5"]);
    bench.schedule.fire("every 5");
    await bench.clock.advance(100);
    expect(den?.requests).toEqual(["read audio"]);
    expect(attic?.requests).toEqual(["read audio", "read video"]);
  });

  it("starts its players a few at a time, not all in one moment", async () => {
    // Such as that there are many listeners of one signal.
    const warn = vi.spyOn(process, "emitWarning");
    const ids = Array.from({ length: 50 }, (_, index) => `player-${index}`);
    await using bench = new Bench(Object.fromEntries(ids.map((id) => [id, {}])));
    const asked: number[] = [];
    for (const ms of [0, 1, 23, 25]) {
      await bench.clock.advance(ms);
      asked.push(Object.values(bench.players).filter(({ requests }) => requests.length > 0).length);
    }
    expect(asked).toEqual([1, 2, 25, 50]);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it("publishes everything when connected, and its own state last", async () => {
    await using bench = new Bench();
    await bench.clock.advance(1000);
    bench.broker.messages.length = 0;
    bench.broker.retained.clear();
    bench.bridge.connected(mqtt);
    const topics = bench.broker.messages.map(({ topic }) => topic);
    expect(topics).toContain("base/den/audio/input");
    expect(topics).toContain("base/attic/availability");
    expect(topics.slice(-2)).toEqual(["base/bridge/state", "base/bridge/health"]);
    expect(bench.state).toBe("online");
    expect(bench.said("info")).toBeNull();
    // The topics of an earlier run are read first.
    await bench.clock.advance(1000);
    expect(bench.said("info")).toEqual({
      version: "1.2.3",
      startedAt: "2026-01-01T00:00:00.000Z",
      term: 1,
      sequence: 1,
      mqtt,
      players: [
        { id: "den", name: "DEN" },
        { id: "attic", name: "ATTIC" },
      ],
    });
  });

  it("subscribes to commands without retained messages, and to pages with them", () => {
    const bench = new Bench({ den: {} });
    const own = bench.listened("base/");
    expect(own).toEqual([
      // Another bridge of this name is found before the first command arrives.
      { filter: "base/+/state", wantsRetained: true },
      { filter: "base/bridge/info", wantsRetained: true },
      { filter: "base/+/set", wantsRetained: false, isOptional: true },
      { filter: "base/+/request/+", wantsRetained: true },
      ...commandFilters("base", "+").map((filter) => ({ filter, wantsRetained: true })),
      { filter: "base/den/music/queue/pages/+", wantsRetained: true },
      { filter: "base/den/note", wantsRetained: true },
      { filter: "base/den/info", wantsRetained: true },
      { filter: "base/den/settings/+/title", wantsRetained: true, isOptional: true },
      ...deepCommandFilters("base").map((filter) => ({ filter, wantsRetained: true, isOptional: true })),
      { filter: "base/+/availability", wantsRetained: false, isOptional: true },
    ]);
    bench.stop();
  });

  it("reports its health with the last known memory while no file can be opened", async () => {
    const noFile = Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
    await using bench = new Bench();
    await bench.clock.advance(60_000);
    const { memoryBytes } = bench.said("health") as { readonly memoryBytes: number };
    expect(memoryBytes).toBeGreaterThan(1_000_000);
    const rss = vi.spyOn(process.memoryUsage, "rss").mockImplementation(() => {
      throw noFile;
    });
    try {
      await bench.clock.advance(60_000);
    } finally {
      rss.mockRestore();
    }
    expect(bench.said("health")).toMatchObject({ uptimeSeconds: 120, memoryBytes });
  });

  it("corrects a topic of its player as the extension that keeps the topic says", async () => {
    await using bench = new Bench();
    const ours = retained("base/den/history", "ours", 1);
    bench.bridge.extend({ ownMessage: (topic) => (topic === ours.topic ? ours : undefined) });
    bench.bridge.connected(mqtt);
    bench.bridge.received(incoming(ours.topic, "foreign"));
    await bench.clock.advance(1000);
    expect(bench.broker.payloads(ours.topic)).toEqual(["ours"]);
  });

  it("lets a command expire that may have waited too long in the socket", async () => {
    await using bench = new Bench({ den: {} }, { messageAgeMs: () => 60_000 });
    bench.bridge.connected(mqtt);
    await bench.clock.advance(2000);
    bench.bridge.received(incoming("base/den/audio/input/set", "TV"));
    await bench.clock.advance(2000);
    expect(bench.broker.results).toMatchObject([{ request: "TV", outcome: "expired" }]);
    expect(bench.players["den"]?.requests).not.toContain("select input TV");
  });

  it("says that it is offline when it stops, and not otherwise when a broker comes late", async () => {
    await using bench = new Bench();
    bench.bridge.connected(mqtt);
    bench.stop();
    await bench.ended;
    expect(bench.state).toBe("offline");
    bench.bridge.connected(mqtt);
    expect(bench.state).toBe("offline");
  });

  it("begins nothing any more once it has stopped, whatever comes from the broker", async () => {
    await using bench = new Bench();
    const told: string[] = [];
    const tell = (what: string) => () => void told.push(what);
    bench.bridge.extend({ connected: tell("connected"), received: tell("received"), stop: tell("stop") });
    bench.bridge.connected(mqtt);
    bench.stop();
    await bench.ended;
    const announced = JSON.stringify({ base: "former", bridge: "bridge" });
    const others = { "base/bridge-2/state": "online", "homeassistant/player2mqtt/x": announced };
    const again = { "base/den/availability": "offline", "base/gone/availability": "online" };
    for (const [topic, text] of Object.entries({ ...others, ...again }))
      bench.bridge.received(incoming(topic, text, { retain: true }));
    expect([told, bench.clock.pending]).toEqual([["connected", "stop"], 0]);
  });

  it("says the last of its players while it has them, if others may take them", async () => {
    const sharesPlayers = true;
    const ownership = (context: BridgeContext) =>
      Object.assign(new StandBy(context, true), { sharesPlayers });
    await using bench = new Bench({ den: {} }, { ownership });
    const last = retained("base/den/history", "last", 1);
    bench.bridge.extend({ stop: () => bench.broker.publish(last) });
    bench.bridge.connected(mqtt);
    await bench.clock.advance(2000);
    bench.broker.messages.length = 0;
    bench.stop();
    await bench.ended;
    const topics = bench.broker.messages.map(({ topic }) => topic);
    const wanted = [last.topic, "base/bridge/info"];
    expect(topics.filter((topic) => wanted.includes(topic))).toEqual(wanted);
    expect(bench.said("info")).toMatchObject({ players: [] });
  });
});

describe("a bridge", () => {
  it("says once a minute, and as it ends, whose commands came too fast, each time of those since the last", async () => {
    await using bench = new Bench();
    bench.bridge.connected(mqtt);
    for (const [id, count, ms] of [
      ["den", 203, 1000],
      ["attic", 205, 61_000],
      ["den", 202, 61_000],
      ["den", 204, 0],
    ] as const) {
      const topic = `base/${id}/audio/input/set`;
      for (let sent = 0; sent < count; sent += 1) bench.bridge.received(incoming(topic, "TV"));
      await bench.clock.advance(ms);
    }
    bench.stop();
    await bench.ended;
    const logged = bench.log.lines.filter(({ message }) => message.includes("came too fast"));
    expect(logged.map(({ fields }) => fields["count"])).toEqual([3, 7, 4]);
    const told = bench.broker.payloads("base/bridge/result").map((text) => JSON.parse(text) as object);
    expect(told).toMatchObject([3, 5, 2, 4].map((count) => ({ count })));
  });

  it("decides by what its connection brings, however slowly: the note of an earlier run, and whom a command names", async () => {
    await using bench = new Bench({ den: {} });
    bench.bridge.connected(mqtt);
    await bench.clock.advance(500);
    bench.bridge.disconnected();
    await bench.clock.advance(2000);
    bench.bridge.connected(mqtt);
    bench.bridge.received(incoming("base/dne/volume/set", "5"));
    for (const page of [0, 1, 2]) {
      expect(bench.broker.results).toEqual([]);
      await bench.clock.advance(900);
      bench.bridge.received(incoming(`base/den/music/queue/pages/${page}`, "[]", { retain: true }));
    }
    // The machine that wrote it had another date.
    const note = { writer: noteWriter, sleep: { endsAt: "2036-01-01T00:00:00.000Z" } };
    bench.bridge.received(incoming("base/den/note", JSON.stringify(note), { retain: true }));
    expect(bench.bridge.sessions[0]?.state.bridge.resumable).toMatchObject({ sleepMinutes: maxSleepMinutes });
    expect(bench.broker.results).toMatchObject([{ command: "dne/volume", outcome: "rejected" }]);
  });

  it("keeps to what the broker of each connection takes", async () => {
    await using bench = new Bench({ den: {} });
    const isCut: boolean[] = [];
    for (const maxPayloadBytes of [100_000, 2000, 100_000]) {
      Object.assign(bench.broker, { maxPayloadBytes });
      bench.bridge.connected(mqtt);
      await bench.clock.advance(5000);
      isCut.push(bench.broker.retained.get("base/den/description")?.includes('"isCut":true') === true);
      bench.bridge.disconnected();
    }
    expect(isCut).toEqual([false, true, false]);
  });
});

describe("a bug in the bridge", () => {
  it("in one player's loop ends all of them with that error, and the bridge is offline", async () => {
    await using bench = new Bench();
    await bench.clock.advance(1000);
    bench.bridge.connected(mqtt);
    bench.players["attic"]?.follow(() => undefined);
    bench.schedule.fire("every 2");
    await bench.clock.advance(100);
    bench.players["attic"]?.held.fail(new TypeError("a bug"));
    await expect(bench.ended).rejects.toThrow(new TypeError("a bug"));
    expect(bench.state).toBe("offline");
    expect(bench.clock.pending).toBe(0);
  });

  it("ends it too when somebody else's callback met it", async () => {
    await using bench = new Bench();
    await bench.clock.advance(1000);
    bench.broker.publish = (...messages) => {
      if (messages.some(({ topic }) => topic.endsWith("/input"))) throw new TypeError("a bug");
    };
    expect(() => {
      bench.bridge.connected(mqtt);
    }).not.toThrow();
    await expect(bench.ended).rejects.toThrow(new TypeError("a bug"));
  });

  it("ends it once it runs if it came before", async () => {
    await using bench = new Bench();
    const bridge = new Bridge(bench.options);
    bridge.endWith(new TypeError("a bug"));
    await expect(bridge.run(new AbortController().signal)).rejects.toThrow(new TypeError("a bug"));
  });
});
