import type { ChangeCost } from "../programs/queue-change.ts";
import { atMost, type Benchmark, type Pace, short } from "../support/bench.ts";
import { nextMessage, startProgram, type Workshop } from "../support/programs.ts";

/* The bridge's own code on the bytes of a queue of 20,000 entries, in a process of its own, without a network. */

const entries = 20_000;

/** The cost of each kind of change, and how long it blocks the event loop. */
export const queueChange: Benchmark = {
  name: "queue-change",
  about: `what is done with the bytes of a queue of ${entries} entries, for each kind of change`,
  run: async (workshop, pace) => {
    const costs = await changeCosts(workshop, entries, pace);
    const of = (kind: string): ChangeCost => {
      const found = costs.find((cost) => cost.kind === kind);
      if (found === undefined) throw new Error(`no figure for ${kind}`);
      return found;
    };
    const total = ({ gatherMs, readMs }: ChangeCost): number => gatherMs + readMs;
    const compare = of("nothing changed");
    return {
      tables: [
        {
          title: "Milliseconds of CPU; longest: the longest time without a turn for other tasks",
          columns: ["", "compare and gather", "read", "together", "of a byte compare", "longest"],
          rows: costs.map((cost) => [
            cost.kind,
            short(cost.gatherMs),
            short(cost.readMs),
            short(total(cost)),
            `${short(total(cost) / total(compare))}×`,
            short(cost.longestMs),
          ]),
        },
      ],
      goals: ["first sight", "every entry changed", "another entry is the current one"].map((kind) =>
        atMost(5, `main thread blocked, 20,000 entries, ${kind}`, 20, of(kind).longestMs, " ms"),
      ),
    };
  },
};

/** The figures of the program. */
export async function changeCosts(
  workshop: Workshop,
  entryCount: number,
  { rounds }: Pick<Pace, "rounds">,
): Promise<readonly ChangeCost[]> {
  const args = ["--expose-gc", workshop.program("queue-change"), `${entryCount}`, `${rounds}`];
  await using program = startProgram(process.execPath, args, { hasChannel: true });
  return (await nextMessage(program)) as ChangeCost[];
}
