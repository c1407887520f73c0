import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Benchmark, type Pace, progress, short } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { GoPlayers } from "../support/go-players.ts";
import { readsOf } from "../support/job.ts";
import { Observer } from "../support/observer.ts";
import { type Program, startProgram, type Workshop } from "../support/programs.ts";
import { median, medianRatio } from "../support/statistics.ts";
import {
  builtProgram,
  ensureRuns,
  findSubjects,
  players,
  startSubject,
  type SubjectName,
  until,
} from "../support/subjects.ts";

/*
 * From the start of the process to its first retained topic and to a player's first state, with one player: as it is, with the
 * files of the program read from the disk, and with a fifth of a core, as a small computer has it.
 */

type Way = "usual" | "from disk" | "a fifth of a core";

interface Start {
  readonly firstMs: number;
  readonly playerMs: number;
}

export const start: Benchmark = {
  name: "start",
  about: "from the start of the process to its first retained topic",
  run: async (workshop, pace) => {
    const names = findSubjects(workshop, ["bridge", "plain", "Go", "asyncio", "Node-RED"]);
    const { bare, starts } = await measureStarts(workshop, pace, names);
    const { starts: cold } = await measureStarts(workshop, pace, ["bridge", "plain"], "from disk");
    const { starts: slow } = await measureStarts(workshop, pace, names, "a fifth of a core");
    const of = (name: SubjectName, field: keyof Start, found = starts): number[] =>
      (found.get(name) ?? []).map((one) => one[field]);
    const row = (what: string, field: keyof Start, found = starts): string[] => [
      what,
      ...names.map((name) => short(median(of(name, field, found)))),
    ];
    const ratio = (what: string, found = starts) =>
      atMost(4, what, 1.2, medianRatio(of("bridge", "firstMs", found), of("plain", "firstMs", found)));
    return {
      tables: [
        {
          title: "Milliseconds from the start of the process",
          columns: ["", ...names, "bare `node -e 0`"],
          rows: [
            [...row("to the first topic", "firstMs"), short(median(bare))],
            [...row("to a topic of the player", "playerMs"), ""],
            [...row("to the first topic, the program read from the disk", "firstMs", cold), ""],
            [...row("to the first topic, with a fifth of a core", "firstMs", slow), ""],
          ],
        },
      ],
      goals: [
        ratio("of plain, to the first topic"),
        ratio("of plain, read from the disk", cold),
        ratio("of plain, with a fifth of a core", slow),
      ],
    };
  },
};

/** Starts each in turn, several times. */
export async function measureStarts(
  workshop: Workshop,
  { rounds }: Pick<Pace, "rounds">,
  names: readonly SubjectName[],
  way: Way = "usual",
): Promise<{ bare: number[]; starts: Map<SubjectName, Start[]> }> {
  await using house = await GoPlayers.start(workshop, players("audio", 1));
  const bare: number[] = [];
  const starts = new Map<SubjectName, Start[]>(names.map((name) => [name, []]));
  // The first round of each fills the machine's caches.
  for (let round = -1; round < rounds; round++) {
    const took = await startBareNode();
    if (round >= 0) bare.push(took);
    for (const name of names) {
      const one = await startOnce(workshop, name, Object.values(house.addresses), way);
      if (round >= 0) starts.get(name)?.push(one);
    }
    progress(`${way}: round ${round + 1} of ${rounds}`);
  }
  return { bare, starts };
}

/** In the same environment as all others: reading a file of certificates would cost Node more than everything else. */
async function startBareNode(): Promise<number> {
  const since = performance.now();
  await using program = startProgram(process.execPath, ["-e", "0"]);
  await once(program.child, "close");
  return performance.now() - since;
}

/** From the start of a subject to its first topics. */
export async function startOnce(
  workshop: Workshop,
  name: SubjectName,
  addresses: readonly string[],
  way: Way = "usual",
): Promise<Start> {
  await using broker = await startBroker();
  let [firstAt, playerAt] = [0, 0];
  await using _observer = await Observer.connect(broker.port, ["subject/#"], ({ topic, atMs }) => {
    firstAt ||= atMs;
    if (topic.startsWith("subject/p0/")) playerAt ||= atMs;
  });
  const work = {
    players: addresses,
    brokerPort: broker.port,
    base: "subject",
    reads: readsOf("audio", "resting"),
  };
  if (way === "from disk")
    dropFromCache(name === "bridge" ? dirname(builtProgram()) : workshop.program("plain"));
  const since = performance.now();
  await using program = await startSubject(workshop, name, work);
  using _slow = way === "a fifth of a core" ? atFifth(program) : undefined;
  const isShown = (): boolean => {
    ensureRuns({ name, program });
    return playerAt > 0;
  };
  await until(isShown, `${name} publishes something`, 60_000);
  await sleep(200);
  return { firstMs: firstAt - since, playerMs: playerAt - since };
}

/** Drops a file, or all files of a folder, from the cache of the system. */
function dropFromCache(path: string): void {
  spawnSync("find", [
    path,
    "-type",
    "f",
    "-exec",
    "dd",
    "if={}",
    "iflag=nocache",
    "count=0",
    "status=none",
    ";",
  ]);
}

/** Lets a process run for 10 ms of each 50. */
function atFifth({ child }: Program): Disposable {
  const timer = setInterval(() => {
    child.kill("SIGCONT");
    setTimeout(() => child.kill("SIGSTOP"), 10);
  }, 50);
  child.kill("SIGSTOP");
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
