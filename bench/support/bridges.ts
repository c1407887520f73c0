import { setTimeout as sleep } from "node:timers/promises";
import { fetch } from "undici";
import { freePort } from "../../test/support/free-port.ts";
import { memberOf } from "../../src/core/rendezvous.ts";
import { paceFactors } from "../../src/core/session/pace.ts";
import { intervalsIn } from "./job.ts";
import type { GoPlayers, PlayerPolls } from "./go-players.ts";
import { cpuMsOf, residentMbOf, waitedMsOf } from "./process-figures.ts";
import { type Program, startProgram } from "./programs.ts";
import { short } from "./bench.ts";
import { percentile } from "./statistics.ts";
import { builtProgram } from "./subjects.ts";

export const base = "player2mqtt";

export interface ProcessUse {
  /** Of a core. */
  readonly percent: number;
  /** Of the time, ready to run without a core. */
  readonly waitedPercent: number;
  readonly mb: number;
  readonly peakMb: number;
}

/** The bridge to which the bridges with these numbers assign a player. */
export function bridgeOf(player: string, indexes: readonly number[]): number {
  return Number(memberOf(player, indexes.map(String)));
}

/** The bridges of a fleet, which share one configuration file. */
export class Bridges implements AsyncDisposable {
  readonly #file: string;
  readonly #programs = new Map<number, Program>();
  readonly #ports = new Map<number, number>();

  constructor(file: string) {
    this.#file = file;
  }

  get pids(): number[] {
    return Array.from(this.#programs.values(), ({ pid }) => pid);
  }

  async start(index: number, settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const port = await freePort();
    this.#ports.set(index, port);
    const env = { CONFIG_FILE: this.#file, FLEET_MEMBER: `${index}`, HTTP_PORT: `${port}`, ...settings };
    this.#programs.set(index, startProgram(process.execPath, [builtProgram(), "run"], { env }));
  }

  /** Whether each has its players, and no others. */
  async areReady(): Promise<boolean> {
    const answers = Array.from(this.#ports.values(), (port) => fetch(`http://127.0.0.1:${port}/readyz`));
    return (await Promise.all(answers)).every(({ ok }) => ok);
  }

  signal(index: number, signal: NodeJS.Signals): void {
    const pid = this.#programs.get(index)?.pid;
    if (pid !== undefined) process.kill(pid, signal);
  }

  /** Kills a bridge, like a power cut. */
  async kill(index: number): Promise<void> {
    await this.#programs.get(index)?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const program of this.#programs.values()) await program[Symbol.asyncDispose]();
  }
}

export async function measureUse(pids: readonly number[], ms: number): Promise<ProcessUse[]> {
  const since = performance.now();
  const [before, waitedBefore] = [pids.map(cpuMsOf), pids.map(waitedMsOf)];
  await sleep(ms);
  const passedMs = performance.now() - since;
  return pids.map((pid, index) => {
    const { now, peak } = residentMbOf(pid);
    const share = (ms: number, earlierMs = 0): number => (100 * (ms - earlierMs)) / passedMs;
    return {
      percent: share(cpuMsOf(pid), before[index]),
      waitedPercent: share(waitedMsOf(pid), waitedBefore[index]),
      mb: now,
      peakMb: peak,
    };
  });
}

export interface Reads {
  readonly players: number;
  readonly due: number;
  readonly made: number;
  readonly lost: number;
  readonly longestMs: readonly number[];
  readonly takenOverMs: readonly number[];
}

/** Counts the polls of players that play music or are at rest, from the time it is started. */
export class PollCount {
  readonly #groups: readonly GoPlayers[];
  readonly #playing: ReadonlySet<string>;
  readonly #factor: number;
  #since = 0;

  constructor(
    groups: readonly GoPlayers[],
    playing: ReadonlySet<string>,
    pace: keyof typeof paceFactors = "normal",
  ) {
    this.#groups = groups;
    this.#playing = playing;
    this.#factor = paceFactors[pace];
  }

  async start(): Promise<void> {
    for (const players of this.#groups) {
      const names = Object.keys(players.addresses);
      await players.watch(Object.fromEntries(names.map((name) => [name, this.#everyMs(name)])));
    }
    this.#since = performance.now();
  }

  /** The polls of the players for which this holds, and those of the others. */
  async read(isMeant: (player: string) => boolean): Promise<{ meant: Reads; others: Reads }> {
    const passedMs = performance.now() - this.#since;
    const groups = await Promise.all(this.#groups.map((players) => players.polls()));
    const all = groups.flatMap((polls) => Object.entries(polls));
    const sum = (some: readonly (readonly [string, PlayerPolls])[]): Reads => ({
      players: some.length,
      due: some.reduce((due, [name]) => due + passedMs / this.#everyMs(name), 0),
      made: some.reduce((made, [, polls]) => made + polls.made, 0),
      lost: some.reduce((lost, [, polls]) => lost + polls.lost, 0),
      longestMs: some.map(([, { longestMs }]) => longestMs),
      takenOverMs: some.map(([, { takenOverMs }]) => takenOverMs),
    });
    return {
      meant: sum(all.filter(([name]) => isMeant(name))),
      others: sum(all.filter(([name]) => !isMeant(name))),
    };
  }

  #everyMs(player: string): number {
    return (
      this.#factor * (intervalsIn("audio", this.#playing.has(player) ? "active" : "resting")["music"] ?? 0)
    );
  }
}

/** Median, 99th percentile and maximum, in seconds. */
export function spreadOf(ms: readonly number[]): string {
  return [50, 99, 100].map((percent) => short(percentile(ms, percent) / 1000)).join(", ");
}
