import { beforeAll, describe, expect, it } from "vitest";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Played } from "../../src/core/history/history.ts";
import { memberOf } from "../../src/core/rendezvous.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { isNatsMissing, startNats } from "../support/start-nats.ts";
import { installPython } from "./install-python.ts";
import { type Maloja, startMaloja } from "./start-maloja.ts";

let python = "";
let obstacle = "";
beforeAll(async () => {
  ({ python, obstacle } = await installPython("maloja", "maloja-requirements.txt", "REQUIRE_MALOJA"));
}, 300_000);

const trackSeconds = 6;

function configOf(url: string, maloja: Maloja, players: object, args: Readonly<Record<string, string>> = {}) {
  const listens = [{ url: maloja.url, token: maloja.token, minSeconds: 1 }];
  return loadConfig({
    args: {
      "mqtt.url": url,
      "http.port": "0",
      "device.gapMs": "10",
      "publish.positionIntervalMs": "1000",
      "history.listens": JSON.stringify(listens),
      players: JSON.stringify(players),
      ...args,
    },
    env: {},
    cwd: "/nowhere",
  });
}

/** A player whose tracks have names of their own and are short. */
async function startShort(preset: "video" | "audio", name: string): Promise<Simulator> {
  const sim = await startSimulator({ preset });
  sim.player.video.stop();
  sim.player.music.edit((tracks) =>
    tracks.map((track, place) => ({
      ...track,
      title: `${name} ${place}`,
      artist: name,
      durationMs: trackSeconds * 1000,
    })),
  );
  sim.player.music.play();
  return sim;
}

/** What the notes of the players say was played, by id. */
async function playedBy(broker: Mosquitto): Promise<ReadonlyMap<string, string>> {
  const notes = await readRetained(broker.url, "player2mqtt/+/history");
  const played = [...notes.values()].flatMap((text) => (JSON.parse(text) as { played: Played[] }).played);
  return new Map(played.map(({ id, title }) => [id, title]));
}

const patience = [60_000, 250] as const;
/** After a few failures, a receiver is asked again after a minute or two. */
const longPatience = [180_000, 250] as const;

/** Waits until so many more tracks were played than before. */
async function hear(broker: Mosquitto, more: number): Promise<void> {
  const before = (await playedBy(broker)).size;
  await eventually(
    async () => expect((await playedBy(broker)).size).toBeGreaterThanOrEqual(before + more),
    ...patience,
  );
}

/** Waits until Maloja has every track that was played, each once; returns how many. */
function arrived(maloja: Maloja, broker: Mosquitto): Promise<number> {
  return eventually(
    async () => {
      const played = [...(await playedBy(broker)).values()].toSorted();
      expect((await maloja.scrobbles()).map(({ track }) => track.title).toSorted()).toEqual(played);
      return played.length;
    },
    ...longPatience,
  );
}

describe.skipIf(isMosquittoMissing)("what was heard, at a real Maloja", { timeout: 480_000 }, () => {
  it("arrives once each from three models, through outages of broker and Maloja, and restarts", async ({
    skip,
  }) => {
    skip(obstacle !== "", obstacle);
    await using broker = await startMosquitto({ config: ["persistence true", "autosave_interval 1"] });
    await using maloja = await startMaloja(python);
    await using film = await startShort("video", "Den");
    await using audio = await startShort("audio", "Study");
    await using bluos = await startBluos();
    const { player } = bluos;
    player.queue = player.queue.map((track) => ({ ...track, seconds: trackSeconds }));
    player.playQueue(0);
    const config = configOf(broker.url, maloja, [
      { id: "den", url: film.url },
      { id: "study", url: audio.url },
      { id: "bath", url: bluos.url },
    ]);
    const log = new MemoryLog();
    let bridge = await startBridge(config, log);
    try {
      await hear(broker, 3);
      await maloja.kill();
      await hear(broker, 3);
      await bridge[Symbol.asyncDispose]();
      bridge = await startBridge(config, log);
      await hear(broker, 2);
      await maloja.start();
      const { length } = await maloja.scrobbles();
      await broker.stop();
      await eventually(
        async () => expect((await maloja.scrobbles()).length).toBeGreaterThanOrEqual(length + 3),
        ...patience,
      );
      await broker.start();
      await hear(broker, 2);
      for (const sim of [film, audio]) sim.player.music.stop();
      player.stop();
      expect(await arrived(maloja, broker)).toBeGreaterThanOrEqual(8);
    } finally {
      await bridge[Symbol.asyncDispose]();
    }
    expect(JSON.stringify(log.lines)).not.toContain(maloja.token);
  });

  it.skipIf(isNatsMissing)(
    "arrives once each when a member hands the player over in the middle",
    async ({ skip }) => {
      skip(obstacle !== "", obstacle);
      await using broker = await startMosquitto();
      await using maloja = await startMaloja(python);
      await using store = await startNats();
      await using sim = await startShort("audio", "Den");
      const startMember = (member: string): Promise<RunningBridge> =>
        startBridge(
          configOf(broker.url, maloja, [{ id: "den", url: sim.url }], {
            "fleet.url": store.url,
            "fleet.member": member,
            "fleet.leaseMs": "3000",
          }),
          new MemoryLog(),
        );
      const [owner, other] =
        memberOf("den", ["a", "b"]) === "a" ? (["a", "b"] as const) : (["b", "a"] as const);
      await using _second = await startMember(other);
      await hear(broker, 1);
      // The one that is preferred gets the player, and gives it back when it ends.
      for (let round = 0; round < 2; round++) {
        await using _first = await startMember(owner);
        await hear(broker, 2);
      }
      await hear(broker, 1);
      sim.player.music.stop();
      expect(await arrived(maloja, broker)).toBeGreaterThanOrEqual(6);
    },
  );
});
