import { setTimeout as sleep } from "node:timers/promises";
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
import { startQueueRigs } from "./queues.ts";
import { measureStarts } from "./start.ts";

/*
 * Guards the figures against silent regressions: ratios to floors that run at the same time, with generous bounds of at
 * least one and a half times the usual value, on a quiet machine and on one at a load of ten. A failed check is
 * measured again for longer before it counts; the pollers keep polling meanwhile, since their engine is faster by then.
 */

/** Measures, and again on each further call. */
type Check = (workshop: Workshop) => AsyncGenerator<GoalCheck[], void>;

/** The rounds of the first measurement and of later ones. */
const attempts = [3, 5, 9] as const;
const floor: readonly SubjectName[] = ["bridge", "undici"];
/**
 * Ten seconds after a player appeared, all of its announcements are published; before that the bridge does more than
 * poll.
 */
const warmUpMs = 13_000;

const checks: readonly Check[] = [
  async function* (workshop) {
    await using broker = await startBroker();
    await using rigs = new Rigs();
    for (const name of floor) {
      rigs.add(
        await Rig.start(workshop, name, { count: 100, scene: quiet, resources, brokerPort: broker.port }),
      );
    }
    await sleep(warmUpMs);
    for (const rounds of attempts) {
      const ratio = cpuRatio(await rigs.measure(rounds, 2000), "undici");
      yield [atMost(1, "an unchanged poll, of a bare undici GET", 3.6, ratio)];
    }
  },
  async function* (workshop) {
    await using broker = await startBroker();
    await using rigs = await startQueueRigs(workshop, broker.port, 2000, false, floor);
    await sleep(warmUpMs / 2);
    for (const rounds of attempts) {
      const ratio = cpuRatio(await rigs.measure(rounds, 2000), "undici");
      yield [atMost(2, "an unchanged queue of 2,000, of a bare undici GET", 2, ratio)];
    }
  },
  async function* (workshop) {
    for (const rounds of attempts) {
      const costs = await changeCosts(workshop, 3000, { rounds: rounds * 3 });
      const of = (kind: string): { readMs: number; longestMs: number } => {
        const { readMs = Number.NaN, longestMs = Number.NaN } =
          costs.find((cost) => cost.kind === kind) ?? {};
        return { readMs, longestMs };
      };
      const parse = of("everything parsed").readMs;
      const times = parse / of("another entry is the current one").readMs;
      yield [
        atLeast(3, "times less than a parse, a small change of a queue", 10, times),
        atMost(3, "of a parse, the longest piece at first sight", 0.7, of("first sight").longestMs / parse),
      ];
    }
  },
  async function* (workshop) {
    for (const rounds of attempts) {
      const { bare, starts } = await measureStarts(workshop, { rounds }, ["bridge"]);
      const first = (starts.get("bridge") ?? []).map(({ firstMs }) => firstMs);
      yield [atMost(4, "the start to the first topic, of bare Node", 13, medianRatio(first, bare))];
    }
  },
  async function* (workshop) {
    for (const _rounds of attempts) {
      const bareMb = await bareNodeMb();
      const figures = await measureMemory(workshop, ["bridge"], [10], 8000);
      const ratio = (figures.get("bridge 10") ?? Number.NaN) / bareMb;
      yield [atMost(5, "memory with 10 players, of bare Node", 2.7, ratio)];
    }
  },
];

/** Fails if a ratio is out of bounds in the first measurement and in the repeated one. */
export const guard: Benchmark = {
  name: "guard",
  about: "ratios to the floors, held against generous bounds: fails where one is out of them",
  run: async (workshop) => {
    const goals: GoalCheck[] = [];
    for (const check of checks) {
      let found: GoalCheck[] = [];
      for await (found of check(workshop)) {
        for (const { what, reached, wanted } of found) progress(`${what}: ${reached}, wanted ${wanted}`);
        if (found.every(({ holds }) => holds)) break;
      }
      goals.push(...found);
    }
    return { tables: [], goals };
  },
};
