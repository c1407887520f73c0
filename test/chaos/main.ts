import { parseArgs } from "node:util";
import { isMosquittoMissing } from "../support/start-mosquitto.ts";
import { type ChaosResult, runChaos } from "./run-chaos.ts";
import { isPlant, plants } from "./saboteur.ts";
import { total } from "./storm.ts";

/*
 * The fault harness: storms of faults over players and broker, with commands in between. After each storm the retained
 * topics must be true again, every command must have exactly one outcome, and no player may have had two requests at
 * once. The seed alone decides what happens. A planted bug shows that the harness would find it.
 */

const { values } = parseArgs({
  options: {
    storms: { type: "string", default: "40" },
    first: { type: "string", default: "0" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    plant: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});

// The missing programs, and how to install them, have been printed already.
process.exitCode = isMosquittoMissing ? 1 : await main();

async function main(): Promise<number> {
  const { plant } = values;
  if (plant !== undefined && !isPlant(plant)) {
    console.log(`--plant ${plant}: wanted one of ${plants.join(", ")}`);
    return 2;
  }
  const result = await runChaos({
    seed: Number(values.seed),
    storms: Number(values.storms),
    first: Number(values.first),
    plant,
    isVerbose: values.verbose,
    say: (line) => console.log(line),
  });
  report(result);
  return result.findings.length === 0 ? 0 : 1;
}

function report(result: ChaosResult): void {
  const { count, recoveriesMs, findings } = result;
  console.log("\nfaults that struck");
  for (const [name, times] of [...count].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(`  ${String(times).padStart(5)}  ${name}`);
  }
  const outcomes = [...result.outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(", ");
  console.log(`commands: ${result.commands}; outcomes: ${outcomes}`);
  console.log(
    `applied on the word of a player that lied or trailed: ${result.believedLies}; told in the log: ${result.loggedLies}`,
  );
  const sorted = recoveriesMs.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(`true again after a storm: median ${median} ms, slowest ${sorted.at(-1) ?? 0} ms`);
  for (const { promise, text } of findings) console.log(`FOUND  ${promise}: ${text}`);
  const broken = [...new Set(findings.map(({ promise }) => promise))].join(", ");
  const verdict =
    result.brokenBy === undefined
      ? "every promise held"
      : `broken in storm ${result.brokenBy} (--first ${result.brokenBy}): ${broken}`;
  console.log(`${verdict}; ${total(count)} faults, seed ${values.seed}, schedule ${result.digest}`);
}
