import { atLeast, atMost, type Benchmark, type GoalCheck, progress } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { askForFirstTopics } from "../support/first-topics.ts";
import { GoPlayers } from "../support/go-players.ts";
import type { Workshop } from "../support/programs.ts";
import { medianRatio } from "../support/statistics.ts";
import { findSubjects, players } from "../support/subjects.ts";
import { cpuRatio, film, measureCells, unmarked } from "./cpu.ts";
import { House, ofBest } from "./noticed.ts";
import { changeCosts } from "./queue-change.ts";
import { measureStarts, startOnce } from "./start.ts";

/*
 * Guards the figures against silent regressions: ratios to a plain program that runs at the same time, with generous
 * bounds of at least one and a half times the usual value, on a quiet machine and on one at a load of ten. A failed check
 * is measured again for longer before it counts. The peers of the other benchmarks only have to start.
 */

/** The rounds of the first measurement and of later ones. */
const attempts = [2, 3, 5] as const;
/** The players are announced one after another in the first half minute. */
const warmUpMs = 45_000;
const hundredFilms = { ...film, count: 100 };
const peers = ["plain", "Go", "asyncio", "Node-RED"] as const;
/** Of one player, a window would have eight polls, whose figures say little. */
const longQueues = { ...unmarked, scene: "long queues", queue: 2000, count: 10 };

type Check = (workshop: Workshop, rounds: number) => Promise<GoalCheck[]>;

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
    const subjects = ["bridge", "plain"] as const;
    const measured = await measureCells(workshop, [hundredFilms, longQueues], subjects, { rounds, warmUpMs });
    const memoryMb = measured.find(({ name, cell }) => name === "bridge" && cell === hundredFilms)?.resident
      .peak;
    return [
      atMost(2, "of plain, 100 films", 5, cpuRatio(measured, hundredFilms, "plain")),
      atMost(2, "of plain, 10 queues of 2,000 without a mark", 4, cpuRatio(measured, longQueues, "plain")),
      atMost(3, "100 films", 230, memoryMb ?? Number.NaN, " MB"),
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
    const { starts } = await measureStarts(workshop, { rounds }, ["bridge", "plain"]);
    const of = (name: "bridge" | "plain"): number[] => (starts.get(name) ?? []).map(({ firstMs }) => firstMs);
    return [atMost(4, "of plain, to the first topic", 3, medianRatio(of("bridge"), of("plain")))];
  },
];

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
    "ratios to a plain program, held against generous bounds: fails where one is out of them, or a peer does not start",
  run: async (workshop) => {
    // One waits most of the time, and the other compares what runs at the same time, so they may run together.
    const found = await Promise.all([goalsOf(ratios, workshop), goalsOf([changesNoticed], workshop)]);
    return { tables: [], goals: found.flat() };
  },
};

async function goalsOf(checks: readonly Check[], workshop: Workshop): Promise<GoalCheck[]> {
  const goals: GoalCheck[] = [];
  for (const check of checks) {
    let found: GoalCheck[] = [];
    for (const rounds of attempts) {
      found = await check(workshop, rounds);
      for (const { what, reached, wanted } of found) progress(`${what}: ${reached}, wanted ${wanted}`);
      if (found.every(({ holds }) => holds)) break;
    }
    goals.push(...found);
  }
  return goals;
}
