import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Benchmark, type Pace, progress, short } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { GoPlayers } from "../support/go-players.ts";
import { readsOf } from "../support/job.ts";
import { Observer } from "../support/observer.ts";
import { startProgram, type Workshop } from "../support/programs.ts";
import { median, medianRatio } from "../support/statistics.ts";
import {
  ensureRuns,
  findSubjects,
  players,
  startSubject,
  type SubjectName,
  until,
} from "../support/subjects.ts";

/* From the start of the process to its first retained topic and to a player's first state, with one player. */

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
    const of = (name: SubjectName, field: keyof Start): number[] =>
      (starts.get(name) ?? []).map((one) => one[field]);
    return {
      tables: [
        {
          title: "Milliseconds from the start of the process",
          columns: ["", ...names, "bare `node -e 0`"],
          rows: [
            [
              "to the first topic",
              ...names.map((name) => short(median(of(name, "firstMs")))),
              short(median(bare)),
            ],
            ["to a topic of the player", ...names.map((name) => short(median(of(name, "playerMs")))), ""],
          ],
        },
      ],
      goals: [
        atMost(
          4,
          "of plain, to the first topic",
          1.2,
          medianRatio(of("bridge", "firstMs"), of("plain", "firstMs")),
        ),
      ],
    };
  },
};

/** Starts each in turn, several times. */
export async function measureStarts(
  workshop: Workshop,
  { rounds }: Pick<Pace, "rounds">,
  names: readonly SubjectName[],
): Promise<{ bare: number[]; starts: Map<SubjectName, Start[]> }> {
  await using house = await GoPlayers.start(workshop, players("audio", 1));
  const bare: number[] = [];
  const starts = new Map<SubjectName, Start[]>(names.map((name) => [name, []]));
  // The first round of each fills the machine's caches.
  for (let round = -1; round < rounds; round++) {
    const took = await startBareNode();
    if (round >= 0) bare.push(took);
    for (const name of names) {
      const one = await startOnce(workshop, name, Object.values(house.addresses));
      if (round >= 0) starts.get(name)?.push(one);
    }
    progress(`round ${round + 1} of ${rounds}`);
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
  const since = performance.now();
  await using program = await startSubject(workshop, name, work);
  const isShown = (): boolean => {
    ensureRuns({ name, program });
    return playerAt > 0;
  };
  await until(isShown, `${name} publishes something`, 30_000);
  await sleep(200);
  return { firstMs: firstAt - since, playerMs: playerAt - since };
}
