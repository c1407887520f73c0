import { beforeAll, describe, expect, it } from "vitest";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import { startSimulator as startWiim } from "../../simulator/wiim/start-simulator.ts";
import { startSimulator as startZidoo } from "../../simulator/zidoo/start-simulator.ts";
import { startBridge } from "../../src/app.ts";
import type { Played } from "../../src/core/history/history.ts";
import { loadWith } from "../config/load-with.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { installPython } from "./install-python.ts";
import { type Maloja, startMaloja } from "./start-maloja.ts";

let python = "";
let obstacle = "";
beforeAll(async () => {
  ({ python, obstacle } = await installPython("maloja", "maloja-requirements.txt", "REQUIRE_MALOJA"));
}, 300_000);

const trackSeconds = 6;

function configOf(url: string, maloja: Maloja, players: object) {
  const listens = [{ url: maloja.url, token: maloja.token, minSeconds: 1 }];
  return loadWith({
    args: {
      "mqtt.url": url,
      "http.port": "0",
      "device.gapMs": "10",
      "publish.positionIntervalMs": "1000",
      "history.listens": JSON.stringify(listens),
      players: JSON.stringify(players),
    },
  });
}

/** A player of each make, whose tracks are short. */
async function startMakes() {
  const zidoo = await startZidoo({ preset: "audio" });
  zidoo.player.video.stop();
  zidoo.player.music.edit((tracks) => tracks.map((track) => ({ ...track, durationMs: trackSeconds * 1000 })));
  zidoo.player.music.play();
  const bluos = await startBluos();
  bluos.player.queue = bluos.player.queue.map((track) => ({ ...track, seconds: trackSeconds }));
  bluos.player.playQueue(0);
  const wiim = await startWiim();
  wiim.player.tracks = wiim.player.tracks.map((track) => ({ ...track, seconds: trackSeconds }));
  wiim.player.playTrack(0);
  const makes = { zidoo, bluos, wiim };
  return {
    players: Object.entries(makes).map(([make, { url }]) => ({ id: make, url })),
    stop: () => {
      zidoo.player.music.stop();
      bluos.player.stop();
      wiim.player.stop();
    },
    [Symbol.asyncDispose]: async () => {
      for (const sim of Object.values(makes)) await sim[Symbol.asyncDispose]();
    },
  };
}

/** The titles that the note of each player says were played. */
async function playedBy(broker: Mosquitto): Promise<readonly (readonly string[])[]> {
  const notes = await readRetained(broker.url, "player2mqtt/+/history");
  return Array.from(notes.values(), (text) =>
    (JSON.parse(text) as { played: Played[] }).played.map(({ title }) => title),
  );
}

const patience = [60_000, 250] as const;
/** After a few failures, a receiver is asked again after a minute or two. */
const longPatience = [180_000, 250] as const;

/** Waits until each player has played so many more tracks than before. */
async function hear(broker: Mosquitto, more: number): Promise<void> {
  const before = (await playedBy(broker)).map(({ length }) => length);
  await eventually(
    async () => {
      const played = await playedBy(broker);
      expect(played).toHaveLength(3);
      for (const [place, { length }] of played.entries())
        expect(length).toBeGreaterThanOrEqual((before[place] ?? 0) + more);
    },
    ...patience,
  );
}

/** Waits until Maloja has every track that was played, each once; returns how many. */
function arrived(maloja: Maloja, broker: Mosquitto): Promise<number> {
  return eventually(
    async () => {
      const played = (await playedBy(broker)).flat().toSorted();
      expect((await maloja.scrobbles()).map(({ track }) => track.title).toSorted()).toEqual(played);
      return played.length;
    },
    ...longPatience,
  );
}

describe.skipIf(isMosquittoMissing)("what was heard, at a real Maloja", { timeout: 480_000 }, () => {
  it("arrives once each from three makes, through outages of broker and Maloja, and restarts", async ({
    skip,
  }) => {
    skip(obstacle !== "", obstacle);
    await using broker = await startMosquitto({ config: ["persistence true", "autosave_interval 1"] });
    await using maloja = await startMaloja(python);
    await using makes = await startMakes();
    const config = configOf(broker.url, maloja, makes.players);
    const log = new MemoryLog();
    let bridge = await startBridge(config, log);
    try {
      await hear(broker, 1);
      await maloja.kill();
      await hear(broker, 1);
      await bridge[Symbol.asyncDispose]();
      bridge = await startBridge(config, log);
      await hear(broker, 1);
      await maloja.start();
      const { length } = await maloja.scrobbles();
      await broker.stop();
      await eventually(
        async () => expect((await maloja.scrobbles()).length).toBeGreaterThanOrEqual(length + 3),
        ...patience,
      );
      await broker.start();
      await hear(broker, 1);
      makes.stop();
      expect(await arrived(maloja, broker)).toBeGreaterThanOrEqual(12);
    } finally {
      await bridge[Symbol.asyncDispose]();
    }
    expect(JSON.stringify(log.lines)).not.toContain(maloja.token);
  });
});
