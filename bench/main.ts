import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { bursts } from "./benchmarks/bursts.ts";
import { cluster } from "./benchmarks/cluster.ts";
import { cpu } from "./benchmarks/cpu.ts";
import { fleet } from "./benchmarks/fleet.ts";
import { guard } from "./benchmarks/guard.ts";
import { latency } from "./benchmarks/latency.ts";
import { noticed } from "./benchmarks/noticed.ts";
import { queueChange } from "./benchmarks/queue-change.ts";
import { snapshot } from "./benchmarks/snapshot.ts";
import { start } from "./benchmarks/start.ts";
import type { Benchmark, GoalCheck, Report } from "./support/bench.ts";
import { writeBlock } from "./support/document.ts";
import { describeMachine, describeRun } from "./support/machine.ts";
import { goCommand, openWorkshop } from "./support/programs.ts";
import { writeReport } from "./support/report.ts";

/*
 * npm run bench                 everything, printed
 * npm run bench -- <name…>      some of it; guard, fleet and cluster only by their names
 *   --rounds <n>   rounds of each measurement, 5 if not said
 *   --quick        a look: short windows, few rounds
 *   --write        write the tables into docs/dev/performance.md; those of cluster into docs/dev/cluster.md
 */

const mainDocument = "docs/dev/performance.md";
const benchmarks: readonly Benchmark[] = [cpu, noticed, latency, bursts, start, snapshot, queueChange];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const known = [...benchmarks, guard, fleet, cluster];
const unknown = positionals.filter((name) => !known.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  const list = known.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join("\n");
  console.error(`no such benchmark: ${unknown.join(", ")}. There are\n${list}`);
  process.exit(2);
}

if (goCommand === undefined) {
  console.error("The players of the benchmarks are written in Go, which is not installed here.");
  process.exit(1);
}

const pace = { rounds: Number(values.rounds ?? (values.quick ? 2 : 5)), isQuick: values.quick };
const chosen = positionals.length === 0 ? benchmarks : known.filter(({ name }) => positionals.includes(name));
const machine = describeMachine();
console.log(machine);
let hasFailed = false;
const loads: string[] = [];
const goals: GoalCheck[] = [];
await using workshop = await openWorkshop();
for (const { name, about, document, run } of chosen) {
  console.error(`${name}: ${about}`);
  const since = performance.now();
  loads.push(`${name} ${loadavg()[0]?.toFixed(1)}`);
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
  goals.push(...report.goals);
  if (values.write && document !== undefined) writeBlock(document, name, `${machine}\n\n${text}`);
  else if (values.write) writeBlock(mainDocument, name, writeReport({ ...report, goals: [] }));
  if (name === guard.name && report.goals.some(({ holds }) => !holds)) hasFailed = true;
}
// Figures of several runs must not be mixed: what holds for all is written by a run of all.
if (values.write && positionals.length === 0) {
  goals.sort((a, b) => a.goal - b.goal);
  writeBlock(mainDocument, "goals", writeReport({ tables: [], goals }));
  writeBlock(mainDocument, "machine", `${machine}.\n${describeRun(pace, loads)}`);
}
process.exitCode = hasFailed ? 1 : 0;
