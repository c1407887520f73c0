import { beforeEach, describe, expect, it } from "vitest";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { memberOf } from "../../src/core/rendezvous.ts";
import type { Watched } from "../../src/core/history/history.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { loadWith } from "../config/load-with.ts";
import { FastSchedule } from "../support/bridge/fast-schedule.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained, type Seen, TestClient } from "../support/mqtt-client.ts";
import { opened } from "../support/opened.ts";
import { isNatsMissing, startNats } from "../support/start-nats.ts";
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
  let witness: TestClient;

  beforeEach(async () => {
    broker = opened(await startMosquitto({ config: ["persistence true", "autosave_interval 1"] }));
    proxy = opened(await startTcpProxy(broker.port));
    sim = opened(await startSimulator({ now: () => clock.now() }));
    sim.player.music.pause();
    sim.player.video.pause();
    witness = opened(await TestClient.connect(broker.url, ["player2mqtt/+/watched"]));
  });

  async function start(
    protocol: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<RunningBridge> {
    const config = loadWith({
      args: {
        "mqtt.url": `mqtt://127.0.0.1:${proxy.port}`,
        "mqtt.protocol": protocol,
        "http.port": "0",
        "device.gapMs": "10",
        "device.timeoutMs": "20000",
        "publish.positionIntervalMs": "1000",
        players: JSON.stringify([{ id: "den", url: sim.url }]),
        ...more,
      },
    });
    return opened(await startBridge(config, new MemoryLog(), { clock, schedule: new FastSchedule(clock) }));
  }

  /** Starts the bridge, and the film when the bridge sees the player: a busy machine would miss its beginning. */
  async function play(protocol = "auto"): Promise<RunningBridge> {
    const bridge = await start(protocol);
    await eventually(async () => expect(await kept()).toHaveProperty("watching"));
    sim.player.video.play();
    return bridge;
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
      const first = await play(protocol);
      await isAt(0.4);
      sim.player.video.stop();
      await eventually(() => expect(kinds()).toEqual(["started", "stopped"]));
      await first[Symbol.asyncDispose]();
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
    witness = opened(await TestClient.connect(broker.url, ["player2mqtt/+/watched"]));
    proxy.thaw();
    await eventually(() => expect(kinds()).toEqual(["watched", "stopped"]));
    expect(new Set(events().map(({ id }) => id))).toEqual(new Set([started?.id]));
    await eventually(async () => expect((await kept()).watched).toHaveLength(1));
  });

  it.skipIf(isNatsMissing).each(["auto", "4"])(
    "a member writes down what was watched until it hands the player over, and the other goes on (protocol %s)",
    async (protocol) => {
      const [owner, other] = memberOf("den", ["a", "b"]) === "a" ? ["a", "b"] : ["b", "a"];
      const store = opened(await startNats());
      const startMember = (member = "") =>
        start(protocol, { "fleet.url": store.url, "fleet.member": member, "fleet.leaseMs": "3000" });
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
      await startMember(other);
      await eventually(() => expect(claimants()).toEqual([other]), 30_000);
      await eventually(async () => expect(await kept()).toHaveProperty("watching"));
      sim.player.video.play();
      await eventually(() => expect(kinds()).toEqual(["started"]));
      let first: RunningBridge | undefined;
      await handedOver(other ?? "", async () => {
        first = await startMember(owner);
      });
      await eventually(() => expect(claimants()).toEqual([owner]), 30_000);
      await handedOver(owner ?? "", async () => first?.[Symbol.asyncDispose]());
      await eventually(() => expect(claimants()).toEqual([other]), 30_000);
      // It is one viewing for all of them.
      expect(kinds()).toEqual(["started"]);
    },
  );
});
