import { resources } from "../bodies.ts";
import { quiet } from "../scene.ts";
import { atLeast, atMost, type Benchmark, type GoalCheck, progress } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import type { Workshop } from "../support/programs.ts";
import { cpuRatio, Rig, Rigs } from "../support/rig.ts";
import { medianRatio } from "../support/statistics.ts";
import type { SubjectName } from "../support/subjects.ts";
import { bareNodeMb, measureMemory } from "./memory.ts";
import { changeCosts } from "./queue-change.ts";
import { queueSamples } from "./queues.ts";
import { measureStarts } from "./start.ts";

/*
 * What keeps the figures from getting worse unnoticed: ratios to floors that run at the same time, with generous bounds,
 * about one and a half to two times what is reached. A check that fails is measured again, longer, before it counts.
 */

type Check = (workshop: Workshop, rounds: number) => Promise<GoalCheck[]>;

const floor: readonly SubjectName[] = ["bridge", "undici"];

const checks: readonly Check[] = [
  async (workshop, rounds) => {
    await using broker = await startBroker();
    await using rigs = new Rigs();
    for (const name of floor) {
      const work = { count: 100, scene: quiet, resources, brokerPort: broker.port, warmUpMs: 4000 };
      rigs.add(await Rig.start(workshop, name, work));
    }
    const samples = await rigs.measure(rounds, 2000);
    return [atMost(1, "an unchanged poll, of a bare undici GET", 3, cpuRatio(samples, "undici"))];
  },
  async (workshop, rounds) => {
    const samples = await queueSamples(workshop, { rounds, isQuick: true }, 2000, false, floor);
    return [atMost(2, "an unchanged queue of 2,000, of a bare undici GET", 3, cpuRatio(samples, "undici"))];
  },
  async (workshop, rounds) => {
    const costs = await changeCosts(workshop, 5000, { rounds });
    const of = (kind: string): { readMs: number; longestMs: number } => {
      const { readMs = Number.NaN, longestMs = Number.NaN } = costs.find((cost) => cost.kind === kind) ?? {};
      return { readMs, longestMs };
    };
    const parse = of("everything parsed").readMs;
    return [
      atLeast(
        3,
        "times less than a parse, a small change of a queue",
        4,
        parse / of("another entry is the current one").readMs,
      ),
      atMost(3, "of a parse, the longest piece at first sight", 0.5, of("first sight").longestMs / parse),
    ];
  },
  async (workshop, rounds) => {
    const { bare, starts } = await measureStarts(workshop, { rounds }, ["bridge"]);
    const first = (starts.get("bridge") ?? []).map(({ firstMs }) => firstMs);
    return [atMost(4, "the start to the first topic, of bare Node", 9, medianRatio(first, bare))];
  },
  async (workshop) => {
    const bareMb = await bareNodeMb();
    const figures = await measureMemory(workshop, ["bridge"], [10], 8000);
    return [
      atMost(5, "memory with 10 players, of bare Node", 3, (figures.get("bridge 10") ?? Number.NaN) / bareMb),
    ];
  },
];

/** Fails when a ratio is out of bounds, and measured again still is. */
export const guard: Benchmark = {
  name: "guard",
  about: "ratios to the floors, held against generous bounds: fails where one is out of them",
  run: async (workshop) => {
    const goals: GoalCheck[] = [];
    for (const check of checks) {
      let found: GoalCheck[] = [];
      for (const rounds of [3, 5, 9]) {
        found = await check(workshop, rounds);
        for (const { what, reached, wanted } of found) progress(`${what}: ${reached}, wanted ${wanted}`);
        if (found.every(({ holds }) => holds)) break;
      }
      goals.push(...found);
    }
    return { tables: [], goals };
  },
};
