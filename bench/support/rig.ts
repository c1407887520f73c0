import { setTimeout as sleep } from "node:timers/promises";
import type { Scene } from "../scene.ts";
import { Players } from "./players.ts";
import { cpuMsOf, residentMbOf } from "./process-figures.ts";
import type { Program, Workshop } from "./programs.ts";
import { medianRatio } from "./statistics.ts";
import { type Assignment, startSubject, type SubjectName } from "./subjects.ts";

/** The figures of one subject in one round. */
export interface Sample {
  readonly polls: number;
  /** Microseconds of CPU for each poll. */
  readonly cpuPerPollUs: number;
  readonly residentMb: number;
}

/** A subject with players of its own. */
export class Rig implements AsyncDisposable {
  readonly name: SubjectName;
  readonly pid: number;
  readonly players: Players;
  readonly #program: Program;

  private constructor(name: SubjectName, program: Program, players: Players) {
    this.name = name;
    this.pid = program.pid;
    this.#program = program;
    this.players = players;
  }

  /** Starts players and the subject, and waits until each player was read a few times. */
  static async start(
    workshop: Workshop,
    name: SubjectName,
    { count, scene, warmUpMs, playersCore, ...work }: Omit<Assignment, "players"> & RigOptions,
  ): Promise<Rig> {
    const players = await Players.start(workshop, count, scene, playersCore);
    const program = startSubject(workshop, name, { ...work, players: players.addresses });
    const rig = new Rig(name, program, players);
    await rig.#untilPolled(count * (work.resources?.length ?? 4) * 2);
    await sleep(warmUpMs ?? 0);
    return rig;
  }

  /** CPU and polls within a time. */
  async measure(ms: number): Promise<Sample> {
    const { exitCode, signalCode } = this.#program.child;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`${this.name} has ended: ${exitCode ?? signalCode}`);
    const [cpuBefore, { polls: before }] = [cpuMsOf(this.pid), await this.players.count()];
    await sleep(ms);
    const [cpuAfter, { polls: after }] = [cpuMsOf(this.pid), await this.players.count()];
    const polls = after - before;
    return {
      polls,
      cpuPerPollUs: ((cpuAfter - cpuBefore) * 1000) / polls,
      residentMb: residentMbOf(this.pid).now,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]();
    await this.players[Symbol.asyncDispose]();
  }

  async #untilPolled(wanted: number): Promise<void> {
    const until = performance.now() + 120_000;
    for (;;) {
      const { polls } = await this.players.count();
      if (polls >= wanted) return;
      if (this.#program.child.exitCode !== null) throw new Error(`${this.name} has ended`);
      if (performance.now() > until) throw new Error(`${this.name} does not poll: ${polls} of ${wanted}`);
      await sleep(50);
    }
  }
}

/** The setup of a rig. */
export interface RigOptions {
  readonly count: number;
  readonly scene: Scene;
  /** The warm-up time before measuring: engines need it to optimise. */
  readonly warmUpMs?: number;
  /** The one core that the players may use. */
  readonly playersCore?: number;
}

/** Subjects that run side by side. */
export class Rigs implements AsyncDisposable {
  readonly #rigs: Rig[] = [];

  add(rig: Rig): void {
    this.#rigs.push(rig);
  }

  /**
   * Measures all of them at the same time, several times, so that disturbances of the machine affect all. Halting all
   * but one would be no fairer: after a halt all timers of a subject are due at once and stay in step.
   */
  async measure(rounds: number, ms: number): Promise<Samples> {
    const samples = new Map<SubjectName, Sample[]>(this.#rigs.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      await Promise.all(this.#rigs.map(async (rig) => samples.get(rig.name)?.push(await rig.measure(ms))));
    }
    return samples;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#rigs.map((rig) => rig[Symbol.asyncDispose]()));
  }
}

/** The figures of each subject, round by round. */
export type Samples = ReadonlyMap<SubjectName, readonly Sample[]>;

/** Microseconds of CPU for each poll of one subject, round by round. */
export function cpuPerPoll(samples: Samples, name: SubjectName): number[] {
  return (samples.get(name) ?? []).map(({ cpuPerPollUs }) => cpuPerPollUs);
}

/** The ratio of the bridge's CPU per poll to another subject's. */
export function cpuRatio(samples: Samples, against: SubjectName): number {
  return medianRatio(cpuPerPoll(samples, "bridge"), cpuPerPoll(samples, against));
}
