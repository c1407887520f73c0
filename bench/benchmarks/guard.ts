import { atLeast, atMost, type Benchmark, type GoalCheck, progress } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { askForFirstTopics } from "../support/first-topics.ts";
import { GoPlayers } from "../support/go-players.ts";
import type { Workshop } from "../support/programs.ts";
import { medianRatio } from "../support/statistics.ts";
import { findSubjects, players, type SubjectName } from "../support/subjects.ts";
import { measureBursts } from "./bursts.ts";
import { cpuRatio, film, measureCells, unmarked } from "./cpu.ts";
import { House, ofBest } from "./noticed.ts";
import { changeCosts } from "./queue-change.ts";
import { measureStarts, startOnce } from "./start.ts";

/*
 * Guards the figures against silent regressions: CPU, memory and start in ratio to an earlier bridge that runs at the same
 * time, so that a machine that is slow or busy is so for both. A failed check is repeated, where it can for longer, before
 * it counts. The peers of the other benchmarks only have to start.
 */

/** The rounds of the first measurement and of later ones. */
const attempts = [2, 3, 5] as const;
/** The players are announced one after another in the first half minute. */
const warmUpMs = 45_000;
const hundredFilms = { ...film, count: 100 };
const peers = ["plain", "Go", "asyncio", "Node-RED"] as const;
const compared = ["bridge", "earlier"] as const;
/** Between what is noise and a bridge made a third slower, and one made half as large again. */
const mostOfEarlier = { cpu: 1.2, memory: 1.25, start: 1.25 } as const;
/** Of one player, a window would have eight polls, whose figures say little. */
const longQueues = { ...unmarked, scene: "long queues", queue: 2000, count: 10 };

type Check = (workshop: Workshop, rounds: number) => Promise<readonly GoalCheck[]>;

const ratios: readonly Check[] = [
  // First, because it takes seconds.
  async (workshop) => {
    const found = findSubjects(workshop, peers);
    const isEachRequired = process.env["REQUIRE_PEERS"] === "1";
    await using house = await GoPlayers.start(workshop, players("audio", 1));
    return await askForFirstTopics(isEachRequired ? peers : found, async (peer) => {
      if (!found.includes(peer)) throw new Error("could not be prepared, but REQUIRE_PEERS is set");
      return startOnce(workshop, peer, Object.values(house.addresses));
    });
  },
  async (workshop, rounds) => {
    const measured = await measureCells(workshop, [hundredFilms, longQueues], compared, { rounds, warmUpMs });
    const [now, before] = compared.map(
      (subject) =>
        measured.find(({ name, cell }) => name === subject && cell === hundredFilms)?.resident.peak,
    );
    return [
      ...[hundredFilms, longQueues].map((cell) =>
        atMost(
          2,
          `of the earlier CPU, ${cell.count} players, ${cell.scene}`,
          mostOfEarlier.cpu,
          cpuRatio(measured, cell, "earlier"),
        ),
      ),
      atMost(
        3,
        "of the earlier memory, 100 films",
        mostOfEarlier.memory,
        (now ?? Number.NaN) / (before ?? Number.NaN),
      ),
    ];
  },
  async (workshop, rounds) => {
    const costs = await changeCosts(workshop, 3000, { rounds: rounds * 3 });
    const of = (kind: string): { readMs: number; longestMs: number } => {
      const { readMs = Number.NaN, longestMs = Number.NaN } = costs.find((cost) => cost.kind === kind) ?? {};
      return { readMs, longestMs };
    };
    const parse = of("everything parsed").readMs;
    const times = parse / of("another entry is the current one").readMs;
    return [
      atLeast(5, "times less than a parse, a small change of a queue", 10, times),
      atMost(5, "of a parse, the longest piece at first sight", 0.7, of("first sight").longestMs / parse),
    ];
  },
  async (workshop, rounds) => {
    const { starts } = await measureStarts(workshop, { rounds }, compared);
    const of = (name: SubjectName): number[] => (starts.get(name) ?? []).map(({ firstMs }) => firstMs);
    const ratio = medianRatio(of("bridge"), of("earlier"));
    return [atMost(4, "of the earlier start, to the first topic", mostOfEarlier.start, ratio)];
  },
];

const bursts: Check = async (workshop) => (await measureBursts(workshop)).goals;

const changesNoticed: Check = async (workshop, rounds) => {
  await using broker = await startBroker();
  await using house = await House.open(workshop, broker.port, 12, ["both"]);
  await house.use(rounds * 30_000);
  // So loose that only a side that is forgotten is out of it: today's 90th percentile is below the best 99th.
  return ofBest(house.found, "both", "active", { percent: 90, limit: 3, fewest: 4 });
};

/** Fails if a ratio is out of bounds, or a peer does not start, in the first measurement and in the repeated ones. */
export const guard: Benchmark = {
  name: "guard",
  about:
    "ratios to an earlier bridge: fails where this one is slower or larger, drowns in commands, or a peer does not start",
  run: async (workshop) => {
    // Built before anything is measured: that blocks this process.
    workshop.earlierBridge();
    // One waits most of the time, and the other compares what runs at the same time, so they may run together.
    const found = await Promise.all([goalsOf(ratios, workshop), goalsOf([changesNoticed, bursts], workshop)]);
    return { tables: [], goals: found.flat() };
  },
};

async function goalsOf(checks: readonly Check[], workshop: Workshop): Promise<GoalCheck[]> {
  const goals: GoalCheck[] = [];
  for (const check of checks) {
    let found: readonly GoalCheck[] = [];
    for (const rounds of attempts) {
      found = await check(workshop, rounds);
      for (const { what, reached, wanted } of found) progress(`${what}: ${reached}, wanted ${wanted}`);
      if (found.every(({ holds }) => holds)) break;
    }
    goals.push(...found);
  }
  return goals;
}
