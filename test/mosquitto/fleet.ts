import { setTimeout as delay } from "node:timers/promises";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import { type Simulator, startSimulator } from "../../src/tools/simulator/zidoo/start-simulator.ts";
import type { SeenRequest } from "../../src/tools/simulator/traffic.ts";
import { fastClock } from "../support/bridge/fast-clock.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";

/** Every second of a time that runs ten times as fast, and without the pauses that real players need. */
const settings = {
  "http.port": "0",
  "device.gapMs": "10",
  "poll.audio": "* * * * * *",
  "poll.video": "* * * * * *",
  "poll.playlist": "* * * * * *",
  "poll.queue": "* * * * * *",
  "poll.idleFactor": "1",
};
const speed = 10;

/** Bridges that share players at one broker; each sends its name with every request, so that the players can tell. */
export class Fleet implements AsyncDisposable {
  readonly ids: readonly string[];
  readonly log = new MemoryLog();
  readonly #url: string;
  readonly #players: ReadonlyMap<string, Simulator>;
  readonly #bridges = new Map<number, RunningBridge>();

  private constructor(url: string, players: ReadonlyMap<string, Simulator>) {
    this.#url = url;
    this.#players = players;
    this.ids = [...players.keys()];
  }

  static async create(url: string, size: number): Promise<Fleet> {
    const players = new Map<string, Simulator>();
    for (let index = 0; index < size; index++) {
      const player = await startSimulator({ mac: `80:0a:80:5e:00:${String(10 + index)}` });
      player.player.video.pause();
      player.player.music.pause();
      players.set(`player-${index}`, player);
    }
    return new Fleet(url, players);
  }

  async start(index: number, count: number): Promise<void> {
    const psk = count === 1 ? "bridge" : `bridge-${index}`;
    const players = [...this.#players].map(([id, { url }]) => ({ id, url, psk }));
    const config = loadConfig({
      args: {
        ...settings,
        "mqtt.url": this.#url,
        "fleet.shardCount": String(count),
        "fleet.shardIndex": String(index),
        players: JSON.stringify(players),
      },
      env: {},
      cwd: "/nowhere",
    });
    this.#bridges.set(index, await startBridge(config, this.log, { clock: fastClock(speed) }));
  }

  async stop(index: number): Promise<void> {
    await this.#bridges.get(index)?.[Symbol.asyncDispose]();
    this.#bridges.delete(index);
  }

  async restart(index: number, count: number): Promise<void> {
    await this.stop(index);
    await this.start(index, count);
  }

  async pause(ms: number): Promise<void> {
    await delay(ms);
  }

  requestsOf(id: string): readonly SeenRequest[] {
    return this.#players.get(id)?.traffic.requests ?? [];
  }

  forgetRequests(): void {
    for (const { traffic } of this.#players.values()) traffic.requests.length = 0;
  }

  /** The output that is really selected. */
  truthOf(id: string): string {
    const output = this.#players.get(id)?.player.audio.output;
    return output?.tag ?? "";
  }

  discoveryTopic(id: string): string {
    return `homeassistant/device/player2mqtt_800a805e00${10 + this.ids.indexOf(id)}/config`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const index of this.#bridges.keys()) await this.stop(index);
    for (const player of this.#players.values()) await player[Symbol.asyncDispose]();
  }
}
