import { deepEqual } from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import type { SeenRequest } from "../../simulator/traffic.ts";
import { fetch } from "undici";
import { memberOf } from "../../src/core/rendezvous.ts";
import { readRecord } from "../../src/core/topics/bridge-record.ts";
import { type BuiltProgram, type RunningProgram, spawnProgram } from "../cli/program.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import type { TestClient } from "../support/mqtt-client.ts";

/** Without the pauses that real players need. */
const settings = {
  // A frozen process is dropped by the broker after one and a half times this.
  mqtt: { keepaliveSeconds: 4 },
  device: { gapMs: 10 },
};

export const everySecond = {
  audio: "* * * * * *",
  video: "* * * * * *",
  playlist: "* * * * * *",
  queue: "* * * * * *",
  state: "* * * * * *",
  idleFactor: 1,
};

type Program = Pick<BuiltProgram, "main">;

interface FleetOptions {
  readonly program: Program;
  readonly brokerUrl: string;
  readonly storeUrl: string;
  /** How many players. */
  readonly size: number;
  readonly poll?: object;
}

function macOf(index: number): string {
  const number = (0x5e_00_10 + index).toString(16).padStart(6, "0");
  return ["80", "0a", "80", ...(number.match(/../g) ?? [])].join(":");
}

/** The answer of `/readyz`. */
interface Readiness {
  readonly status: number;
  readonly reasons: readonly string[];
  readonly notes?: readonly string[];
}

/** A process that also answers over HTTP. */
export type RunningMember = RunningProgram & { readonly readiness: () => Promise<Readiness> };

async function readinessAt(port: number): Promise<Readiness> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  const { reasons, notes } = (await response.json()) as Omit<Readiness, "status">;
  return { status: response.status, reasons, ...(notes !== undefined && { notes }) };
}

/** How long a member has its players without a sign of life. */
export const leaseMs = 5000;

/** The players that a member has. */
export function claimsOf(witness: TestClient, member: string): string[] {
  const info = witness.state.get(`player2mqtt/bridge-${member}/info`) ?? "{}";
  return readRecord(new Map([[0, info]]))?.players.toSorted() ?? [];
}

/** Waits until each member has its share and no more. */
export async function untilShared(
  fleet: ProcessFleet,
  witness: TestClient,
  members: readonly string[],
): Promise<void> {
  await eventually(
    () => {
      for (const member of members)
        deepEqual([member, claimsOf(witness, member)], [member, fleet.shareOf(member, members)]);
    },
    120_000,
    50,
  );
}

/** Processes of the built program that share one file of players and one broker. */
export class ProcessFleet implements AsyncDisposable {
  readonly players: ReadonlyMap<string, Simulator>;
  readonly #options: FleetOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), "player2mqtt-fleet-"));
  readonly #running: RunningProgram[] = [];

  private constructor(options: FleetOptions, players: ReadonlyMap<string, Simulator>) {
    this.#options = options;
    this.players = players;
  }

  static async create(options: FleetOptions): Promise<ProcessFleet> {
    const players = new Map<string, Simulator>();
    for (let index = 0; index < options.size; index++) {
      // A connection lasts as long as its process, however slow the machine is: so it tells who asks.
      const keepAliveTimeoutMs = 120_000;
      const player = await startSimulator({ mac: macOf(index), keepAliveTimeoutMs });
      player.player.video.pause();
      player.player.music.pause();
      players.set(`player-${index}`, player);
    }
    return new ProcessFleet(options, players);
  }

  get ids(): string[] {
    return [...this.players.keys()];
  }

  /** Replaces the one file that all read in one move, as a deployment does. */
  async writeFile(ids: readonly string[] = this.ids, name = "fleet.json", psk = "fleet"): Promise<void> {
    // A family that is asked who is there uses a connection of its own.
    const players = ids.map((id) => ({ id, url: this.players.get(id)?.url, family: "zidoo", psk }));
    const { poll = everySecond } = this.#options;
    await this.#write(name, { ...settings, poll, players });
  }

  /** The same for builds that know neither families nor members. */
  async writeOldFile(): Promise<void> {
    await this.#write("fleet.json", {
      ...settings,
      poll: everySecond,
      players: this.ids.map((id) => ({ id, url: this.players.get(id)?.url })),
    });
  }

  async #write(name: string, content: object): Promise<void> {
    const path = join(this.#folder, name);
    await writeFile(`${path}.new`, JSON.stringify(content));
    await rename(`${path}.new`, path);
  }

  /** Starts a member, or a bridge without a fleet, of another build if that is given. */
  async start(member = "", program: Program = this.#options.program, env = {}): Promise<RunningMember> {
    const port = await freePort();
    const running = this.#spawn(program, ["run"], {
      CONFIG_FILE: "fleet.json",
      HTTP_PORT: String(port),
      ...(member !== "" && {
        FLEET_MEMBER: member,
        FLEET_URL: this.#options.storeUrl,
        FLEET_LEASE_MS: String(leaseMs),
      }),
      ...env,
    });
    return Object.assign(running, { readiness: () => readinessAt(port) });
  }

  /** Starts a member that sends its name as a key, so that the players can tell who asks. */
  async startNamed(member: string, env = {}): Promise<RunningMember> {
    await this.writeFile(this.ids, `${member}.json`, member);
    return this.start(member, this.#options.program, { CONFIG_FILE: `${member}.json`, ...env });
  }

  /** The member to which hashing assigns a player. */
  holderOf(id: string, members: readonly string[]): string | undefined {
    return memberOf(id, members);
  }

  /** The players that hashing assigns to a member. */
  shareOf(member: string, members: readonly string[]): string[] {
    return this.ids.filter((id) => this.holderOf(id, members) === member).toSorted();
  }

  /** A command of the program, such as `set`. */
  run(...args: readonly string[]): RunningProgram {
    return this.#spawn(this.#options.program, args);
  }

  #spawn({ main }: Program, args: readonly string[], env = {}): RunningProgram {
    const running = spawnProgram(process.execPath, [main, ...args], {
      cwd: this.#folder,
      env: { MQTT_URL: this.#options.brokerUrl, ...env },
    });
    this.#running.push(running);
    return running;
  }

  /** The requests with a key: programs that look for players on this machine have none. */
  requestsOf(id: string): readonly SeenRequest[] {
    return this.players.get(id)?.traffic.requests.filter(({ psk }) => psk !== undefined) ?? [];
  }

  discoveryTopic(id: string): string {
    return `homeassistant/device/player2mqtt_${macOf(this.ids.indexOf(id)).replaceAll(":", "")}/config`;
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
    for (const running of this.#running) await running.end();
    for (const player of this.players.values()) await player[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true });
  }
}
