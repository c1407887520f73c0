import { type BridgeOverrides, type RunningBridge, startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../simulator/zidoo/start-simulator.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import type { Result } from "../support/bridge/recording-broker.ts";
import type { TestClient } from "../support/mqtt-client.ts";

/** A whole bridge with one player, `den`. */
export interface WholeBridge extends AsyncDisposable {
  readonly bridge: RunningBridge;
  readonly sim: Simulator;
  readonly log: MemoryLog;
}

export const base = "player2mqtt";
export const resultTopic = `${base}/den/result`;
export const outputSet = `${base}/den/audio/output/set`;

/** Every second, and without the pauses that real players need. */
const settings = {
  "http.port": "0",
  "device.gapMs": "10",
  "poll.audio": "* * * * * *",
  "poll.video": "* * * * * *",
  "poll.playlist": "* * * * * *",
  "poll.queue": "* * * * * *",
  "poll.idleFactor": "1",
};

export async function startWholeBridge(
  url: string,
  args: Readonly<Record<string, string>> = {},
  player: SimulatorOptions = {},
  overrides: BridgeOverrides = {},
): Promise<WholeBridge> {
  const sim = await startSimulator(player);
  // Nothing moves by itself, so that everything there is to say is known.
  sim.player.video.pause();
  sim.player.music.pause();
  const env = { PLAYER_URL: sim.url, PLAYER_ID: "den", MQTT_URL: url };
  const config = loadConfig({ args: { ...settings, ...args }, env, cwd: "/nowhere" });
  const log = new MemoryLog();
  const bridge = await startBridge(config, log, overrides);
  return {
    bridge,
    sim,
    log,
    [Symbol.asyncDispose]: async () => {
      await bridge[Symbol.asyncDispose]();
      await sim[Symbol.asyncDispose]();
    },
  };
}

/** The topics of a player that has everything. The resources that are read last are among them. */
export const completeTopics: readonly string[] = [
  "bridge/state",
  "bridge/info",
  "bridge/health",
  ...["availability", "info", "description"].map((leaf) => `den/${leaf}`),
  ...["input", "input/name", "input/options", "output", "output/name", "output/options", "output/info"].map(
    (leaf) => `den/audio/${leaf}`,
  ),
  ...["state", "status", "position", "title", "duration", "resolution", "fps", "playlist"].map(
    (leaf) => `den/video/${leaf}`,
  ),
  ...["subtitle/options", "audio-track/options", "zoom/options", "details"].map(
    (leaf) => `den/video/${leaf}`,
  ),
  "den/app/options",
  ...["power", "power/options"].map((leaf) => `den/${leaf}`),
  ...["queue", "queue/total", "title", "artist", "state"].map((leaf) => `den/music/${leaf}`),
].map((topic) => `${base}/${topic}`);

export function results(client: TestClient, topic = resultTopic): Result[] {
  return client.on(topic).map((text) => JSON.parse(text) as Result);
}
