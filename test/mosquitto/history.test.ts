import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { memberOf } from "../../src/core/rendezvous.ts";
import type { Watched } from "../../src/core/history/history.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import type { Clock } from "../../src/lib/clock.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { loadWith } from "../config/load-with.ts";
import { FastSchedule } from "../support/bridge/fast-schedule.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained, type Seen, TestClient } from "../support/mqtt-client.ts";
import { isNatsMissing, type Nats, startNats } from "../support/start-nats.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";

const speed = 10;
/** The film of the simulator lasts 240 s. */
const lengthMs = 240_000;

interface Kept {
  readonly watching: readonly { readonly id: string; readonly fraction: number; readonly state: string }[];
  readonly watched: readonly Watched[];
  readonly note: { readonly untold: readonly unknown[] };
}

/** How much of the film was seen, as a note says. */
function fractionIn(note = "{}"): number {
  return (JSON.parse(note) as Partial<Kept>).watching?.[0]?.fraction ?? 0;
}

describe.skipIf(isMosquittoMissing)("what was watched and played", { timeout: 120_000 }, () => {
  const clock = fastClock(speed);
  let broker: Mosquitto;
  let proxy: TcpProxy;
  let sim: Simulator;
  let store: Nats | undefined;
  let witness: TestClient;
  let bridge: RunningBridge | undefined;

  beforeEach(async () => {
    broker = await startMosquitto({ config: ["persistence true", "autosave_interval 1"] });
    proxy = await startTcpProxy(broker.port);
    sim = await startSimulator({ now: () => clock.now() });
    sim.player.music.pause();
    sim.player.video.pause();
    witness = await TestClient.connect(broker.url, ["player2mqtt/+/watched"]);
  });
  afterEach(async () => {
    await bridge?.[Symbol.asyncDispose]();
    bridge = undefined;
    await witness[Symbol.asyncDispose]();
    await sim[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
    await store?.[Symbol.asyncDispose]();
    store = undefined;
  });

  async function start(url = sim.url, protocol = "auto", time: Clock = clock): Promise<void> {
    bridge = await startMember("", url, protocol, time);
  }

  async function startMember(
    member: string,
    url = sim.url,
    protocol = "auto",
    time: Clock = clock,
  ): Promise<RunningBridge> {
    const config = loadWith({
      args: {
        "mqtt.url": `mqtt://127.0.0.1:${proxy.port}`,
        "mqtt.protocol": protocol,
        "http.port": "0",
        ...(member !== "" && {
          "fleet.url": (store ??= await startNats()).url,
          "fleet.member": member,
          "fleet.leaseMs": "3000",
        }),
        "device.gapMs": "10",
        "device.timeoutMs": "20000",
        "publish.positionIntervalMs": "1000",
        players: JSON.stringify([{ id: "den", url }]),
      },
    });
    return startBridge(config, new MemoryLog(), { clock: time, schedule: new FastSchedule(time) });
  }

  /** Starts the bridge, and the film when the bridge sees the player: a busy machine would miss its beginning. */
  async function play(protocol?: string): Promise<void> {
    await start(sim.url, protocol);
    await eventually(async () => expect(await kept()).toHaveProperty("watching"));
    sim.player.video.play();
  }

  async function stop(): Promise<void> {
    await bridge?.[Symbol.asyncDispose]();
    bridge = undefined;
  }

  /** Each is told at least once. */
  const events = (): Watched[] =>
    witness
      .on("player2mqtt/den/watched")
      .filter((text, index, all) => text !== all[index - 1])
      .map((text) => JSON.parse(text) as Watched);
  const kinds = (): string[] => events().map(({ kind }) => kind);

  async function kept(): Promise<Kept> {
    const retained = await readRetained(broker.url, "player2mqtt/den/history");
    return JSON.parse(retained.get("player2mqtt/den/history") ?? "{}") as Kept;
  }

  const isAt = (share: number): Promise<void> =>
    eventually(() => expect(sim.player.video.positionMs).toBeGreaterThan(lengthMs * share), 40_000);

  it.each(["auto", "4"])(
    "a film that is watched in two evenings, by two runs of the bridge (protocol %s), is watched once",
    async (protocol) => {
      await play(protocol);
      await isAt(0.4);
      sim.player.video.stop();
      await eventually(() => expect(kinds()).toEqual(["started", "stopped"]));
      await stop();
      expect(await kept()).toMatchObject({ watching: [{ state: "stopped" }], watched: [] });
      await play(protocol);
      sim.player.video.seek(lengthMs * 0.35);
      await eventually(() => {
        // A busy machine misses parts at this speed: what it sees of another round is added.
        if (sim.player.video.positionMs > lengthMs * 0.97) sim.player.video.seek(lengthMs * 0.12);
        expect(kinds()).toContain("watched");
      }, 80_000);
      sim.player.video.stop();
      await eventually(() => expect(kinds().at(-1)).toBe("stopped"));
      expect(kinds()).toEqual(["started", "stopped", "resumed", "watched", "stopped"]);
      expect(events().filter(({ id }) => id !== events()[0]?.id)).toEqual([]);
      expect(events()[0]).toMatchObject({ title: "The Lighthouse Ledger", durationSeconds: 240 });
      await eventually(async () =>
        expect(await kept()).toMatchObject({ watched: [{ kind: "watched" }], note: { untold: [] } }),
      );
    },
  );

  it("a film goes on through an outage of the broker and is told afterwards, under the same id", async () => {
    await play();
    await eventually(() => expect(kinds()).toEqual(["started"]));
    const [started] = events();
    await eventually(async () => expect((await kept()).note.untold).toEqual([]));
    await witness[Symbol.asyncDispose]();
    await broker.stop();
    // At this speed a busy machine misses parts: what it sees of the second round is added.
    for (let round = 0; round < 2; round++) {
      // Its first tenth would be another viewing.
      sim.player.video.seek(lengthMs * 0.11 * round);
      await isAt(0.95);
    }
    sim.player.video.stop();
    // The bridge may return only when somebody listens.
    proxy.freeze();
    await broker.start();
    witness = await TestClient.connect(broker.url, ["player2mqtt/+/watched"]);
    proxy.thaw();
    await eventually(() => expect(kinds()).toEqual(["watched", "stopped"]));
    expect(new Set(events().map(({ id }) => id))).toEqual(new Set([started?.id]));
    await eventually(async () => expect((await kept()).watched).toHaveLength(1));
  });

  it.each(["auto", "4"])(
    "what somebody else writes as its history is replaced (protocol %s)",
    async (protocol) => {
      await using other = await TestClient.connect(broker.url, ["player2mqtt/den/history"]);
      await play(protocol);
      await eventually(() => expect(kinds()).toEqual(["started"]));
      // All that the broker kept has arrived by then.
      await clock.sleep(12_000, new AbortController().signal);
      const [film] = events();
      const stray = {
        watching: [],
        playing: undefined,
        watched: [{ ...film, title: "Stray" }],
        played: [],
        note: { untold: [] },
      };
      await other.publish("player2mqtt/den/history", JSON.stringify(stray), { retain: true });
      await eventually(() => expect(other.on("player2mqtt/den/history").at(-1)).toContain("Stray"));
      await eventually(
        async () => expect(await kept()).toMatchObject({ watching: [{ state: "playing" }] }),
        3000,
      );
      expect(await kept()).toMatchObject({ watched: [] });
      await stop();
      expect(await kept()).toMatchObject({ watching: [{ state: "playing" }], watched: [] });
    },
  );

  it.skipIf(isNatsMissing).each(["auto", "4"])(
    "a member writes down what was watched until it hands the player over, and the other goes on (protocol %s)",
    async (protocol) => {
      const [owner, other] = memberOf("den", ["a", "b"]) === "a" ? ["a", "b"] : ["b", "a"];
      await using observer = await TestClient.connect(broker.url, ["player2mqtt/#"]);
      const claimants = (): string[] =>
        ["a", "b"].filter((member) =>
          observer.state.get(`player2mqtt/bridge-${member}/info`)?.includes('"id":"den"'),
        );
      /** What the note says before the claim of a member is withdrawn: the share that was seen, and at which position. */
      const handedOver = async (member: string, handOver: () => Promise<unknown>): Promise<void> => {
        // So far from the note of each minute that it would be missed, by the clock of the bridges.
        const notes = (): string[] => observer.on("player2mqtt/den/history");
        const count = notes().length;
        await eventually(() => expect(notes().length).toBeGreaterThan(count), 30_000);
        await clock.sleep(30_000, new AbortController().signal);
        const [from, before] = [observer.seen.length, fractionIn(notes().at(-1))];
        await handOver();
        const isWithdrawal = ({ topic, text }: Seen): boolean =>
          topic === `player2mqtt/bridge-${member}/info` && !text.includes('"id":"den"');
        const told = await eventually(() => {
          const since = observer.seen.slice(from);
          const place = since.findIndex(isWithdrawal);
          expect(place).toBeGreaterThan(0);
          return since.slice(0, place);
        }, 30_000);
        const last = told.findLast(({ topic }) => topic === "player2mqtt/den/history");
        expect(fractionIn(last?.text) - before).toBeGreaterThan(0.05);
      };
      const second = await startMember(other ?? "", sim.url, protocol);
      let first: RunningBridge | undefined;
      try {
        await eventually(() => expect(claimants()).toEqual([other]), 30_000);
        await eventually(async () => expect(await kept()).toHaveProperty("watching"));
        sim.player.video.play();
        await eventually(() => expect(kinds()).toEqual(["started"]));
        await handedOver(other ?? "", async () => {
          first = await startMember(owner ?? "", sim.url, protocol);
        });
        await eventually(() => expect(claimants()).toEqual([owner]), 30_000);
        await handedOver(owner ?? "", async () => first?.[Symbol.asyncDispose]());
        await eventually(() => expect(claimants()).toEqual([other]), 30_000);
      } finally {
        await first?.[Symbol.asyncDispose]();
        await second[Symbol.asyncDispose]();
      }
      // It is one viewing for all of them.
      expect(kinds()).toEqual(["started"]);
    },
  );
});
