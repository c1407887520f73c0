import { setTimeout as sleep } from "node:timers/promises";
import { join, resolve } from "node:path";
import { freePort } from "../../test/support/free-port.ts";
import { GoPlayers, type Model, type PlayersOptions } from "./go-players.ts";
import type { Job, Read } from "./job.ts";
import { goFolder, hasAsyncio, hasGoPeer, installNodeRed } from "./peers.ts";
import { buildGo, type Program, startProgram, type Workshop } from "./programs.ts";

/** The bridge, or a program that a user may have instead. */
export type SubjectName = "bridge" | "earlier" | "plain" | "Go" | "asyncio" | "Node-RED";

/** The work of a subject. */
export interface Assignment {
  readonly players: readonly string[];
  readonly brokerPort: number;
  /** The reads of the peers; the bridge decides that by itself. */
  readonly reads: readonly Read[];
  /** The prefix of all topics. */
  readonly base: string;
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The subjects available on this machine; installs the peers if possible. */
export function findSubjects(workshop: Workshop, wanted: readonly SubjectName[]): SubjectName[] {
  const isThere: Readonly<Record<SubjectName, () => boolean>> = {
    bridge: () => true,
    earlier: () => true,
    plain: () => true,
    Go: () => hasGoPeer(workshop),
    asyncio: hasAsyncio,
    "Node-RED": installNodeRed,
  };
  return wanted.filter((name) => isThere[name]());
}

/** Starts a subject as its user would: the bridge with its default settings, and nothing with options of its runtime. */
export async function startSubject(
  workshop: Workshop,
  name: SubjectName,
  { players, brokerPort, reads, base, settings }: Assignment,
): Promise<Program> {
  if (name === "bridge" || name === "earlier") {
    const config = {
      ...settings,
      mqtt: { url: `mqtt://127.0.0.1:${brokerPort}`, baseTopic: base, clientId: base, ...settings?.["mqtt"] },
      http: { port: await freePort() },
      // Several bridges at one broker would all read the announcements of the others.
      homeassistant: { prefix: `${base}-announcements` },
      players: players.map((address, index) => ({ id: `p${index}`, url: address })),
    };
    const env = { CONFIG_FILE: workshop.write("yaml", JSON.stringify(config)) };
    const program = name === "bridge" ? builtProgram() : workshop.earlierBridge();
    return startProgram(process.execPath, [program, "run"], { env });
  }
  const job: Job = {
    players: players.map((address) => new URL(address).host),
    reads,
    brokerHost: "127.0.0.1",
    brokerPort,
    base,
  };
  const file = workshop.write("json", JSON.stringify(job));
  const commands: Readonly<Record<typeof name, readonly [string, ...string[]]>> = {
    plain: [process.execPath, workshop.program("plain")],
    Go: name === "Go" ? [buildGo(workshop, goFolder)] : [""],
    asyncio: ["/usr/bin/python3", resolve("bench/peers/asyncio/main.py")],
    "Node-RED": [process.execPath, join(resolve("bench/peers/node-red"), "start.mjs")],
  };
  const [command, ...args] = commands[name];
  return startProgram(command, [...args, file]);
}

/** A subject with players of its own. */
export interface Rig extends AsyncDisposable {
  readonly name: SubjectName;
  readonly program: Program;
  readonly players: GoPlayers;
}

/** Starts players that do something, and a subject that polls them. */
export async function startRig(
  workshop: Workshop,
  name: SubjectName,
  work: Omit<Assignment, "players"> & {
    readonly players: PlayersOptions;
    readonly doing?: string | undefined;
  },
): Promise<Rig> {
  const players = await GoPlayers.start(workshop, work.players);
  const names = Object.keys(players.addresses).toSorted(byNumber);
  if (work.doing !== undefined) await players.change(names, work.doing);
  const addresses = names.map((player) => players.addresses[player] ?? "");
  const program = await startSubject(workshop, name, { ...work, players: addresses });
  return {
    name,
    program,
    players,
    [Symbol.asyncDispose]: async () => {
      await program[Symbol.asyncDispose]();
      await players[Symbol.asyncDispose]();
    },
  };
}

/** Throws if a subject has ended. */
export function ensureRuns({ name, program: { child } }: Pick<Rig, "name" | "program">): void {
  if (child.exitCode === null && child.signalCode === null) return;
  throw new Error(`${name} has ended: ${child.exitCode ?? child.signalCode}`);
}

/** Waits until a condition holds. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 120_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await sleep(100);
  }
}

function byNumber(a: string, b: string): number {
  return Number(a.split("-")[1]) - Number(b.split("-")[1]);
}

export function players(
  model: Model,
  count: number,
  options: Omit<PlayersOptions, "models"> = {},
): PlayersOptions {
  return { takesMs: 0, ...options, models: { [model]: count } };
}

export function builtProgram(): string {
  return resolve("dist/main.js");
}
