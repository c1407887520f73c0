import { setTimeout as sleep } from "node:timers/promises";
import { quiet } from "../scene.ts";
import {
  atMost,
  type Benchmark,
  type GoalCheck,
  type Pace,
  progress,
  short,
  type Table,
  withRatio,
} from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import type { Workshop } from "../support/programs.ts";
import { cpuPerPoll, cpuRatio, Rig, Rigs, type Samples } from "../support/rig.ts";
import { median } from "../support/statistics.ts";
import { findSubjects, type SubjectName } from "../support/subjects.ts";

/*
 * The cost of a music queue: ten players whose queues are read once a second, or one with 20,000 entries, both
 * unchanged and with another current entry at each read. The peers get queues of up to 2,000 entries: they parse the
 * whole queue each time.
 */

const sizes = [100, 2000, 20_000] as const;
const largestForPeers = 2000;
const floors: readonly SubjectName[] = ["bridge", "undici", "raw sockets"];
const all: readonly SubjectName[] = [...floors, "asyncio", "Node-RED"];

/** CPU and memory for queues of three lengths. */
export const queues: Benchmark = {
  name: "queues",
  about: "CPU and memory for music queues of 100, 2,000 and 20,000 entries",
  run: async (workshop, pace) => {
    const tables: Table[] = [];
    const goals: GoalCheck[] = [];
    for (const size of sizes) {
      const unchanged = await queueSamples(workshop, pace, size, false, subjectsFor(size));
      const changed = await queueSamples(workshop, pace, size, true, subjectsFor(size));
      tables.push(tableOf(size, unchanged, changed));
      goals.push(...goalsOf(size, unchanged, changed));
    }
    return { tables, goals };
  },
};

/** CPU for each read of a queue. */
async function queueSamples(
  workshop: Workshop,
  pace: Pace,
  size: number,
  isChanging: boolean,
  subjects: readonly SubjectName[],
): Promise<Samples> {
  await using broker = await startBroker();
  await using rigs = await startQueueRigs(workshop, broker.port, size, isChanging, subjects);
  // Engines compile hot code, and that takes a while.
  await sleep(pace.isQuick ? 5000 : 20_000);
  progress(`${size} entries, ${isChanging ? "another is the current one each time" : "unchanged"}`);
  return await rigs.measure(pace.rounds, pace.isQuick ? 3000 : 5000);
}

/** Subjects that read only queues. */
export async function startQueueRigs(
  workshop: Workshop,
  brokerPort: number,
  size: number,
  isChanging: boolean,
  subjects: readonly SubjectName[],
): Promise<Rigs> {
  const rigs = new Rigs();
  const scene = { ...quiet, queueEntries: size, changing: isChanging ? (["queue"] as const) : [] };
  for (const name of subjects) {
    const count = size > largestForPeers ? 1 : 10;
    const work = { count, scene, resources: ["queue"] as const, brokerPort };
    rigs.add(await Rig.start(workshop, name, work));
  }
  return rigs;
}

function subjectsFor(size: number): SubjectName[] {
  return findSubjects(size > largestForPeers ? floors : all);
}

function tableOf(size: number, unchanged: Samples, changed: Samples): Table {
  const cpu = (samples: Samples, name: SubjectName): string =>
    withRatio(median(cpuPerPoll(samples, name)) / 1000, 1 / cpuRatio(samples, name));
  return {
    title: `A queue of ${size} entries: CPU for each read, ms (ratio to the bridge), and memory, MB`,
    columns: ["", "unchanged", "another current entry each time", "memory, changing"],
    rows: [...unchanged.keys()].map((name) => [
      name,
      cpu(unchanged, name),
      cpu(changed, name),
      short(median((changed.get(name) ?? []).map(({ residentMb }) => residentMb))),
    ]),
  };
}

function goalsOf(size: number, unchanged: Samples, changed: Samples): GoalCheck[] {
  if (size === 20_000) {
    return [atMost(2, "of a bare undici GET, queue of 20,000 unchanged", 1.5, cpuRatio(unchanged, "undici"))];
  }
  if (size !== largestForPeers) return [];
  return (
    [
      ["Node-RED", 10],
      ["asyncio", 6],
    ] as const
  )
    .filter(([name]) => unchanged.has(name))
    .flatMap(([name, times]) => [
      atMost(
        10,
        `of ${name}, queue of 2,000 unchanged`,
        Number((1 / times).toFixed(3)),
        cpuRatio(unchanged, name),
      ),
      atMost(
        10,
        `of ${name}, queue of 2,000 changing`,
        Number((1 / times).toFixed(3)),
        cpuRatio(changed, name),
      ),
    ]);
}
