import { expect, it } from "vitest";
import { startBridge } from "../../src/app.ts";
import type { Watched } from "../../src/core/history/history.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { loadWith } from "../config/load-with.ts";
import { FastSchedule } from "../support/bridge/fast-schedule.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained, TestClient } from "../support/mqtt-client.ts";
import { opened } from "../support/opened.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";

/** The film of the simulator lasts 240 s. */
const lengthMs = 240_000;

it.skipIf(isMosquittoMissing)(
  "a film that is watched in two evenings, by two runs of the bridge and through an outage of the broker, is watched once",
  { timeout: 180_000 },
  async () => {
    const clock = fastClock(10);
    const broker = opened(await startMosquitto({ config: ["persistence true", "autosave_interval 1"] }));
    const proxy = opened(await startTcpProxy(broker.port));
    const sim = opened(await startSimulator({ now: () => clock.now() }));
    const { music, video } = sim.player;
    music.pause();
    video.pause();
    const listen = async () => opened(await TestClient.connect(broker.url, ["player2mqtt/+/watched"]));
    let witness = await listen();
    const start = async () => {
      const args = {
        "mqtt.url": `mqtt://127.0.0.1:${proxy.port}`,
        "http.port": "0",
        "device.gapMs": "10",
        "device.timeoutMs": "20000",
        "publish.positionIntervalMs": "1000",
        players: JSON.stringify([{ id: "den", url: sim.url }]),
      };
      const overrides = { clock, schedule: new FastSchedule(clock) };
      return opened(await startBridge(loadWith({ args }), new MemoryLog(), overrides));
    };
    /** Each is told at least once. */
    const events = (): Watched[] =>
      witness
        .on("player2mqtt/den/watched")
        .filter((text, index, all) => text !== all[index - 1])
        .map((text) => JSON.parse(text) as Watched);
    const tells = (...kinds: readonly string[]) =>
      eventually(() => expect(events().map(({ kind }) => kind)).toEqual(kinds));
    const keeps = (kept: object) =>
      eventually(async () => {
        const topic = "player2mqtt/den/history";
        const retained = await readRetained(broker.url, topic);
        expect(JSON.parse(retained.get(topic) ?? "{}")).toMatchObject(kept);
      });
    const isAt = (share: number): Promise<void> =>
      eventually(() => expect(video.positionMs).toBeGreaterThan(lengthMs * share), 40_000);

    const first = await start();
    // A busy machine would miss the beginning.
    await keeps({ watching: [{ state: "paused" }] });
    video.play();
    await isAt(0.4);
    video.stop();
    await tells("started", "stopped");
    await first[Symbol.asyncDispose]();
    await keeps({ watching: [{ state: "stopped" }], watched: [] });

    await start();
    video.play();
    video.seek(lengthMs * 0.35);
    await tells("started", "stopped", "resumed");
    await keeps({ note: { untold: [] } });
    const [{ id, title, durationSeconds } = { id: "" }] = events();
    expect([title, durationSeconds]).toEqual(["The Lighthouse Ledger", 240]);
    await witness[Symbol.asyncDispose]();
    await broker.stop();
    // At this speed a busy machine misses parts: what it sees of the second round is added.
    for (const from of [0.35, 0.11]) {
      video.seek(lengthMs * from);
      await isAt(0.95);
    }
    video.stop();
    // The bridge may return only when somebody listens.
    proxy.freeze();
    await broker.start();
    witness = await listen();
    proxy.thaw();
    await tells("watched", "stopped");
    expect(events().filter((event) => event.id !== id)).toEqual([]);
    await keeps({ watched: [{ kind: "watched" }], note: { untold: [] } });
  },
);
