import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../../src/tools/simulator/zidoo/start-simulator.ts";
import type { SeenRequest } from "../../src/tools/simulator/traffic.ts";
import { type BuiltProgram, type RunningProgram, start } from "../cli/program.ts";

/** Every second, and without the pauses that real players need. */
const settings = {
  http: { port: 0 },
  device: { gapMs: 10 },
  poll: {
    audio: "* * * * * *",
    video: "* * * * * *",
    playlist: "* * * * * *",
    queue: "* * * * * *",
    state: "* * * * * *",
    idleFactor: 1,
  },
};

/** Processes of the built program that share one file of players and one broker. */
export class ProcessFleet implements AsyncDisposable {
  readonly players: ReadonlyMap<string, Simulator>;
  readonly #program: BuiltProgram;
  readonly #brokerUrl: string;

  private constructor(program: BuiltProgram, brokerUrl: string, players: ReadonlyMap<string, Simulator>) {
    this.#program = program;
    this.#brokerUrl = brokerUrl;
    this.players = players;
  }

  static async create(program: BuiltProgram, brokerUrl: string, size: number): Promise<ProcessFleet> {
    const players = new Map<string, Simulator>();
    for (let index = 0; index < size; index++) {
      // A connection lasts as long as its process, however slow the machine is: so it tells who asks.
      const keepAliveTimeoutMs = 120_000;
      const player = await startSimulator({ mac: `80:0a:80:5e:00:${10 + index}`, keepAliveTimeoutMs });
      player.player.video.pause();
      player.player.music.pause();
      players.set(`player-${index}`, player);
    }
    return new ProcessFleet(program, brokerUrl, players);
  }

  get ids(): string[] {
    return [...this.players.keys()];
  }

  /** Replaces the one file that all read in one move, as a deployment does; builds before BluOS know no families. */
  async writeFile(shardCount: number, settingsOfPlayers: object = { family: "zidoo" }): Promise<void> {
    // A family that is asked who is there uses a connection of its own.
    const players = [...this.players].map(([id, { url }]) => ({ id, url, ...settingsOfPlayers }));
    const path = join(this.#program.directory, "fleet.json");
    await writeFile(`${path}.new`, JSON.stringify({ ...settings, fleet: { shardCount }, players }));
    await rename(`${path}.new`, path);
  }

  /** Starts one of the bridges, of another build if that is given. */
  start(index: number, { main }: BuiltProgram = this.#program): RunningProgram {
    return start(process.execPath, [main, "run", "--config=fleet.json"], {
      cwd: this.#program.directory,
      env: { MQTT_URL: this.#brokerUrl, FLEET_SHARD_INDEX: String(index) },
    });
  }

  /** A command of the program, such as `set`. */
  run(...args: readonly string[]): RunningProgram {
    return start(process.execPath, [this.#program.main, ...args], {
      cwd: this.#program.directory,
      env: { MQTT_URL: this.#brokerUrl },
    });
  }

  requestsOf(id: string): readonly SeenRequest[] {
    return this.players.get(id)?.traffic.requests ?? [];
  }

  /** How many requests a player has had. */
  countOf(id: string): number {
    return this.players.get(id)?.traffic.count() ?? 0;
  }

  discoveryTopic(id: string): string {
    return `homeassistant/device/player2mqtt_800a805e00${10 + this.ids.indexOf(id)}/config`;
  }

  /** The output that is really selected. */
  truthOf(id: string): string {
    return this.players.get(id)?.player.audio.output?.tag ?? "";
  }

  /** Somebody turns a knob at every player: who polls it has to tell. */
  turnEveryKnob(): void {
    for (const { player } of this.players.values()) {
      const { outputs, output } = player.audio;
      const next = outputs.find(({ tag, enabled }) => enabled && tag !== output?.tag);
      player.audio.selectOutput(next?.tag ?? "");
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const player of this.players.values()) await player[Symbol.asyncDispose]();
  }
}
