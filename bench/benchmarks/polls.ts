import { setTimeout as sleep } from "node:timers/promises";
import { type Resource, resources } from "../bodies.ts";
import { quiet, type Scene } from "../scene.ts";
import {
  atMost,
  type Benchmark,
  type GoalCheck,
  type Pace,
  progress,
  type Report,
  type Table,
  withRatio,
} from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import type { Workshop } from "../support/programs.ts";
import { cpuPerPoll, cpuRatio, Rig, Rigs, type Samples } from "../support/rig.ts";
import { median } from "../support/statistics.ts";
import { findSubjects, type SubjectName } from "../support/subjects.ts";

/*
 * The CPU cost of a poll: four GETs a second for each player. Each subject has players of its own, and all run at once.
 */

const subjects: readonly SubjectName[] = ["bridge", "undici", "raw sockets", "asyncio", "Node-RED"];
/** Five programs on two cores measure cold caches as well; these two alone compare the work itself. */
const pair: readonly SubjectName[] = ["bridge", "undici"];
const changing: readonly Resource[] = ["video", "playlist"];

/** CPU per poll of players without changes. */
export const unchangedPolls: Benchmark = {
  name: "unchanged",
  about: "CPU for each poll that brings nothing new",
  run: async (workshop, pace) => {
    const few = await figures(workshop, pace, quiet, 10);
    const many = await figures(workshop, pace, quiet, 100);
    const alone = await figures(workshop, pace, quiet, 100, pair);
    const title = "CPU for each unchanged poll, µs (ratio to the bridge)";
    return {
      tables: [
        tableOf(title, { "10 players": few, "100 players": many, "100 players, the two alone": alone }),
      ],
      goals: [
        atMost(1, "of a bare undici GET, 100 players", 1.1, cpuRatio(many, "undici")),
        atMost(1, "of a bare undici GET, 100 players, the two alone", 1.1, cpuRatio(alone, "undici")),
        atMost(1, "of a raw socket, 100 players", 2.2, cpuRatio(many, "raw sockets")),
        ...[few, many].flatMap((samples, index) => goalsAgainstPeers(samples, index === 0 ? 10 : 100)),
      ],
    };
  },
};

/** CPU per poll if every other one brings a change. */
export const changedPolls: Benchmark = {
  name: "changed",
  about: "CPU for each poll where half of them bring something new",
  run: async (workshop, pace): Promise<Report> => {
    const many = await figures(workshop, pace, { ...quiet, changing }, 100);
    const title = `CPU for each poll when ${changing.join(" and ")} differ each time, µs (ratio to the bridge)`;
    return { tables: [tableOf(title, { "100 players": many })], goals: [] };
  },
};

async function figures(
  workshop: Workshop,
  pace: Pace,
  scene: Scene,
  count: number,
  names: readonly SubjectName[] = subjects,
): Promise<Samples> {
  await using broker = await startBroker();
  await using rigs = new Rigs();
  for (const name of findSubjects(names)) {
    const warmUpMs = pace.isQuick ? 2000 : 5000;
    const options = { count, scene, resources, brokerPort: broker.port, warmUpMs };
    rigs.add(await Rig.start(workshop, name, options));
    progress(`${name} polls ${count} players`);
  }
  // Engines compile hot code, which takes a while with few players; and in the first ten seconds the bridge still
  // publishes announcements for Home Assistant.
  await sleep(pace.isQuick ? 12_000 : 30_000);
  return await rigs.measure(pace.rounds, pace.isQuick ? 2000 : 4000);
}

function goalsAgainstPeers(samples: Samples, count: number): GoalCheck[] {
  return (
    [
      ["Node-RED", 0.25],
      ["asyncio", 0.33],
    ] as const
  )
    .filter(([name]) => samples.has(name))
    .map(([name, limit]) => atMost(1, `of ${name}, ${count} players`, limit, cpuRatio(samples, name)));
}

function tableOf(title: string, byCount: Readonly<Record<string, Samples>>): Table {
  return {
    title,
    columns: ["", ...Object.keys(byCount)],
    rows: subjects.map((name) => [
      name,
      ...Object.values(byCount).map((samples) =>
        withRatio(median(cpuPerPoll(samples, name)), 1 / cpuRatio(samples, name)),
      ),
    ]),
  };
}
