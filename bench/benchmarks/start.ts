import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { quiet } from "../scene.ts";
import { atMost, type Benchmark, type GoalCheck, type Pace, progress, withRatio } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { Observer } from "../support/observer.ts";
import { Players } from "../support/players.ts";
import { startProgram, type Workshop } from "../support/programs.ts";
import { median, medianRatio } from "../support/statistics.ts";
import { baseOf, findSubjects, startSubject, type SubjectName } from "../support/subjects.ts";

/* From the start of the process to its first and to its last retained topic, with one player. */

const names: readonly SubjectName[] = ["bridge", "raw sockets", "undici", "asyncio", "Node-RED"];

/** The times of one start. */
interface Start {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** From the start of the process to its topics. */
export const start: Benchmark = {
  name: "start",
  about: "from the start of the process to its first and last retained topic",
  run: async (workshop, pace) => {
    const starters = findSubjects(names);
    const { bare, starts } = await measureStarts(workshop, pace, starters);
    const first = (name: SubjectName): number[] => (starts.get(name) ?? []).map(({ firstMs }) => firstMs);
    const last = (name: SubjectName): number[] => (starts.get(name) ?? []).map(({ lastMs }) => lastMs);
    const rows = starters.map((name) => [
      name,
      withRatio(median(first(name)), medianRatio(first(name), bare)),
      withRatio(median(last(name)), medianRatio(last(name), bare)),
    ]);
    return {
      tables: [
        {
          title: "Milliseconds (ratio to bare Node)",
          columns: ["", "to the first topic", "to the last topic of one player"],
          rows: [["bare node -e 0", withRatio(median(bare), 1), ""], ...rows],
        },
      ],
      goals: goalsOf(first, bare),
    };
  },
};

function goalsOf(first: (name: SubjectName) => number[], bare: readonly number[]): GoalCheck[] {
  const [bridge, nodeRed] = [first("bridge"), first("Node-RED")];
  const goals = [atMost(4, "of bare Node, to the first topic", 5, medianRatio(bridge, bare))];
  if (nodeRed.length > 0) {
    goals.push(atMost(4, "of Node-RED, to the first topic", 0.2, medianRatio(bridge, nodeRed)));
  }
  return goals;
}

/** Starts each in turn, several times. */
export async function measureStarts(
  workshop: Workshop,
  pace: Pick<Pace, "rounds">,
  starters: readonly SubjectName[],
): Promise<{ bare: number[]; starts: Map<SubjectName, Start[]> }> {
  await using players = await Players.start(workshop, 1, { ...quiet, queueEntries: 50 });
  const bare: number[] = [];
  const starts = new Map<SubjectName, Start[]>(starters.map((name) => [name, []]));
  // The first round of each fills the machine's caches.
  for (let round = -1; round < pace.rounds; round++) {
    const took = await startBareNode();
    if (round >= 0) bare.push(took);
    for (const name of starters) {
      const one = await startOnce(workshop, name, players.addresses);
      if (round >= 0) starts.get(name)?.push(one);
    }
    progress(`round ${round + 1} of ${pace.rounds}`);
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

/** One start, until no new topic comes for a while. */
async function startOnce(workshop: Workshop, name: SubjectName, players: readonly string[]): Promise<Start> {
  await using broker = await startBroker();
  let firstAt = 0;
  const seenAt = new Map<string, number>();
  await using _observer = await Observer.connect(broker.port, [`${baseOf(name)}/#`], ({ topic, atMs }) => {
    firstAt ||= atMs;
    // The bridge publishes its own topics at any time.
    if (topic.startsWith(`${baseOf(name)}/p0/`) && !seenAt.has(topic)) seenAt.set(topic, atMs);
  });
  const since = performance.now();
  await using _program = startSubject(workshop, name, {
    players,
    brokerPort: broker.port,
  });
  const until = since + 30_000;
  const quietMs = 1500;
  for (;;) {
    await sleep(100);
    const [now, times] = [performance.now(), [...seenAt.values()]];
    const lastAt = Math.max(...times);
    if (times.length > 0 && now - lastAt > quietMs) {
      return { firstMs: firstAt - since, lastMs: lastAt - since };
    }
    if (now > until) throw new Error(`${name} does not start`);
  }
}
