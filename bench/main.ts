import { parseArgs } from "node:util";
import { capacity } from "./benchmarks/capacity.ts";
import { film } from "./benchmarks/film.ts";
import { guard } from "./benchmarks/guard.ts";
import { latency } from "./benchmarks/latency.ts";
import { memory } from "./benchmarks/memory.ts";
import { noticed } from "./benchmarks/noticed.ts";
import { changedPolls, unchangedPolls } from "./benchmarks/polls.ts";
import { queueChange } from "./benchmarks/queue-change.ts";
import { queues } from "./benchmarks/queues.ts";
import { snapshot } from "./benchmarks/snapshot.ts";
import { start } from "./benchmarks/start.ts";
import type { Benchmark, Report } from "./support/bench.ts";
import { writeBlock } from "./support/document.ts";
import { describeMachine, describeRun } from "./support/machine.ts";
import { openWorkshop } from "./support/programs.ts";
import { writeReport } from "./support/report.ts";

/*
 * npm run bench                 everything, printed
 * npm run bench -- <name…>      some of it
 *   --rounds <n>   rounds of each measurement, 5 if not said
 *   --quick        a look: short windows, few rounds
 *   --write        write the tables into docs/performance.md
 */

const benchmarks: readonly Benchmark[] = [
  noticed,
  unchangedPolls,
  changedPolls,
  queues,
  queueChange,
  start,
  memory,
  capacity,
  latency,
  film,
  snapshot,
];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const known = [...benchmarks, guard];
const unknown = positionals.filter((name) => !known.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  const list = known.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join("\n");
  console.error(`no such benchmark: ${unknown.join(", ")}. There are\n${list}`);
  process.exit(2);
}

const pace = { rounds: Number(values.rounds ?? (values.quick ? 2 : 5)), isQuick: values.quick };
const chosen = positionals.length === 0 ? benchmarks : known.filter(({ name }) => positionals.includes(name));
const machine = describeMachine();
console.log(machine);
let hasFailed = false;
using workshop = await openWorkshop();
for (const { name, about, run } of chosen) {
  console.error(`${name}: ${about}`);
  const since = performance.now();
  const circumstances = describeRun(pace);
  let report: Report;
  try {
    report = await run(workshop, pace);
  } catch (error) {
    // One failed benchmark must not cost the figures of the others.
    console.error(error);
    hasFailed = true;
    continue;
  }
  const text = writeReport(report);
  console.log(`\n## ${name}, ${Math.round((performance.now() - since) / 1000)} s\n\n${text}`);
  if (values.write) writeBlock(name, `${text}\n\n${circumstances}`);
  if (name === guard.name && report.goals.some(({ holds }) => !holds)) hasFailed = true;
}
if (values.write) writeBlock("machine", machine);
process.exitCode = hasFailed ? 1 : 0;
