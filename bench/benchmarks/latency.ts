import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Benchmark, progress, short } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { readsOf } from "../support/job.ts";
import { Observer } from "../support/observer.ts";
import type { Workshop } from "../support/programs.ts";
import { median, percentile } from "../support/statistics.ts";
import { ensureRuns, findSubjects, players, startRig, type SubjectName } from "../support/subjects.ts";

/*
 * From a command on MQTT to the new state on its topic: the player is asked once in between. A few subjects run side by
 * side, each with 100 players that play music, and get commands in turn.
 */

/** Programs that are often compared run together, apart from the one that takes most CPU. */
const groups: readonly (readonly SubjectName[])[] = [
  ["bridge", "plain", "Go"],
  ["asyncio", "Node-RED"],
];

const count = 100;
/** By then the topics of the players are published. */
const warmUpMs = 25_000;
/** A command without an answer for this time counts as lost. */
const timeoutMs = 3000;
const tags = ["XMOS", "BT", "SPDIF", "RCA"] as const;
/** A player is asked again soon after a command; the next command waits for that, as people do. */
const betweenMs = 150;

/** From command to state. */
export const latency: Benchmark = {
  name: "latency",
  about: "from a command to the new state, while 100 players are polled",
  run: async (workshop, { isQuick }) => {
    const found = new Map<SubjectName, readonly number[]>();
    for (const group of groups) {
      const subjects = findSubjects(workshop, group);
      const measured = await measureGroup(workshop, subjects, isQuick ? 40 : 150);
      for (const [name, times] of measured) found.set(name, times);
    }
    const subjects = [...found.keys()];
    const of = (name: SubjectName): readonly number[] => found.get(name) ?? [];
    return {
      tables: [
        {
          title: `Milliseconds from a command to the state, with ${count} players`,
          columns: ["", ...subjects],
          rows: [
            ["p50", ...subjects.map((name) => short(median(of(name))))],
            ["p99", ...subjects.map((name) => short(percentile(of(name), 99)))],
          ],
        },
      ],
      goals: [
        atMost(6, "of plain, p50", 1.3, median(of("bridge")) / median(of("plain"))),
        atMost(6, "p99", 10, percentile(of("bridge"), 99), " ms"),
      ],
    };
  },
};

async function measureGroup(
  workshop: Workshop,
  subjects: readonly SubjectName[],
  commands: number,
): Promise<Map<SubjectName, number[]>> {
  await using broker = await startBroker();
  const found = new Map<SubjectName, number[]>(subjects.map((name) => [name, []]));
  const rigs = await Promise.all(
    subjects.map((name) =>
      startRig(workshop, name, {
        players: players("audio", count),
        doing: "music",
        brokerPort: broker.port,
        reads: readsOf("audio", "active"),
        base: name.toLowerCase(),
      }),
    ),
  );
  try {
    await sleep(warmUpMs);
    for (const rig of rigs) ensureRuns(rig);
    let onState: (topic: string, payload: string) => void = () => {};
    await using observer = await Observer.connect(broker.port, ["+/+/audio/input"], ({ topic, payload }) =>
      onState(topic, payload.toString()),
    );
    for (let sent = 0; sent < commands; sent++) {
      for (const name of subjects) {
        const topic = `${name.toLowerCase()}/p${sent % count}/audio/input`;
        const wanted = tags[(sent % 3) + 1] ?? "";
        const shown = new Promise<void>((resolve) => {
          onState = (where, what) => {
            if (where === topic && what === wanted) resolve();
          };
        });
        const since = performance.now();
        observer.send(`${topic}/set`, wanted);
        const isShown = await Promise.race([shown.then(() => true), sleep(timeoutMs, false, { ref: false })]);
        if (!isShown) progress(`${name}: no answer to a command`);
        found.get(name)?.push(isShown ? performance.now() - since : timeoutMs);
        await sleep(betweenMs / subjects.length);
      }
    }
  } finally {
    await Promise.all(rigs.map((rig) => rig[Symbol.asyncDispose]()));
  }
  return found;
}
