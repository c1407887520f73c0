import { join, resolve } from "node:path";
import { type Resource, resources } from "../bodies.ts";
import type { Job } from "../scene.ts";
import { hasAsyncio, installNodeRed } from "./peers.ts";
import { type Program, startProgram, type Workshop } from "./programs.ts";

/** Whoever does the job: the bridge, a floor, or what users would pick instead. */
export type SubjectName = "bridge" | "raw sockets" | "undici" | "Node-RED" | "asyncio";

/** What a subject is to do. */
export interface Assignment {
  readonly players: readonly string[];
  readonly brokerPort: number;
  /** Which resources are read once a second; the bridge's own settings if left out. */
  readonly resources?: readonly Resource[];
  readonly intervalMs?: number;
  readonly core?: number;
  /** Further settings of the bridge. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Whether the bridge starts its own broker at that port, and nobody else is there. */
  readonly isBrokerEmbedded?: boolean;
}

const here = resolve("bench");
/** The first of January: as good as never. */
const never = "0 0 0 1 1 *";

/** Which subjects there are on this machine; the peers are installed if they can be. */
export function findSubjects(wanted: readonly SubjectName[]): SubjectName[] {
  return wanted.filter((name) => {
    if (name === "Node-RED") return installNodeRed();
    return name === "asyncio" ? hasAsyncio() : true;
  });
}

/** What stands before all topics of a subject. */
export function baseOf(name: SubjectName): string {
  return name.toLowerCase().replaceAll(/\W/g, "-");
}

/** Starts a subject. */
export function startSubject(workshop: Workshop, name: SubjectName, assignment: Assignment): Program {
  const { core } = assignment;
  const options = core === undefined ? {} : { core };
  if (name === "bridge") {
    const file = workshop.write("yaml", JSON.stringify(bridgeConfig(assignment)));
    // The runtime is quicker to start without a file of its own to look for.
    return startProgram(process.execPath, [builtProgram(), "run"], {
      ...options,
      // As in the image and in the unit of systemd.
      env: {
        CONFIG_FILE: file,
        NODE_OPTIONS: "--max-semi-space-size=4",
      },
    });
  }
  const job: Job = {
    players: assignment.players,
    resources: assignment.resources ?? resources,
    intervalMs: assignment.intervalMs ?? 1000,
    brokerHost: "127.0.0.1",
    brokerPort: assignment.brokerPort,
    base: baseOf(name),
  };
  const file = workshop.write("json", JSON.stringify(job));
  switch (name) {
    case "raw sockets":
      return startProgram(process.execPath, [workshop.program("floor-raw"), file], options);
    case "undici":
      return startProgram(process.execPath, [workshop.program("floor-undici"), file], options);
    case "Node-RED":
      return startProgram(process.execPath, [join(here, "peers/node-red/start.mjs"), file], options);
    case "asyncio":
      return startProgram("/usr/bin/python3", [join(here, "peers/asyncio/main.py"), file], options);
  }
}

/** The built program. */
export function builtProgram(): string {
  return resolve("dist/main.js");
}

function bridgeConfig(assignment: Assignment): object {
  const { players, brokerPort, resources: polled, isBrokerEmbedded = false, settings = {} } = assignment;
  const poll = Object.fromEntries(
    resources.map((name) => [name, polled?.includes(name) === true ? "* * * * * *" : never]),
  );
  return {
    ...settings,
    log: { level: "warn" },
    http: { port: 0 },
    broker: { port: isBrokerEmbedded ? brokerPort : 0 },
    mqtt: {
      url: isBrokerEmbedded ? "" : `mqtt://127.0.0.1:${brokerPort}`,
      baseTopic: baseOf("bridge"),
      // Whoever is not being measured is halted for a while.
      keepaliveSeconds: 600,
      ...settings["mqtt"],
    },
    device: { timeoutMs: 600_000, gapMs: polled === undefined ? 150 : 0, pathPrefix: "Device" },
    ...(polled === undefined ? {} : { poll: { ...poll, idleFactor: 1 } }),
    players: players.map((address, index) => ({ id: `p${index}`, url: `http://${address}` })),
  };
}
