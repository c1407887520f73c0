import { join, resolve } from "node:path";
import { type Resource, resources } from "../bodies.ts";
import type { Job } from "../scene.ts";
import { hasAsyncio, installNodeRed } from "./peers.ts";
import { type Program, startProgram, type Workshop } from "./programs.ts";

/** A program under test: the bridge, a floor, or an alternative that users have. */
export type SubjectName = "bridge" | "raw sockets" | "undici" | "Node-RED" | "asyncio";

/** The job of a subject. */
export interface Assignment {
  readonly players: readonly string[];
  readonly brokerPort: number;
  /** The resources to read once a second; the bridge's own settings if left out. */
  readonly resources?: readonly Resource[];
  readonly intervalMs?: number;
  readonly core?: number;
  /** Further settings of the bridge. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Whether the bridge starts its own broker at that port, and no other is there. */
  readonly isBrokerEmbedded?: boolean;
}

const here = resolve("bench");
/** The first of January: practically never. */
const never = "0 0 0 1 1 *";

/** The subjects available on this machine; installs the peers if possible. */
export function findSubjects(wanted: readonly SubjectName[]): SubjectName[] {
  return wanted.filter((name) => {
    if (name === "Node-RED") return installNodeRed();
    return name === "asyncio" ? hasAsyncio() : true;
  });
}

/** The prefix of all topics of a subject. */
export function baseOf(name: SubjectName): string {
  return name.toLowerCase().replaceAll(/\W/g, "-");
}

/** Starts a subject. */
export function startSubject(workshop: Workshop, name: SubjectName, assignment: Assignment): Program {
  const { core } = assignment;
  const options = core === undefined ? {} : { core };
  if (name === "bridge") {
    const file = workshop.write("yaml", JSON.stringify(bridgeConfig(assignment)));
    // The runtime starts faster without searching for a configuration file.
    return startProgram(process.execPath, [builtProgram(), "run"], {
      ...options,
      // As in the image and in the systemd unit.
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
      // Subjects that are not being measured are halted for a while.
      keepaliveSeconds: 600,
      ...settings["mqtt"],
    },
    device: { timeoutMs: 600_000, gapMs: polled === undefined ? 150 : 0, pathPrefix: "Device" },
    ...(polled === undefined ? {} : { poll: { ...poll, idleFactor: 1 } }),
    players: players.map((address, index) => ({ id: `p${index}`, url: `http://${address}` })),
  };
}
