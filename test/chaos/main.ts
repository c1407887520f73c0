import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { isMosquittoMissing } from "../support/start-mosquitto.ts";
import { Random } from "./random.ts";
import { pollIntervalMs, Stage } from "./stage.ts";
import { type FaultCount, storm, total } from "./storm.ts";
import { differences } from "./truth.ts";

/*
 * The fault harness: storms of faults over players and broker, with commands in between. After each storm the retained
 * topics must tell the truth again, every command must have its one outcome, and no player may have seen two requests
 * at once. The seed makes a storm come again.
 */

const { values } = parseArgs({
  options: {
    faults: { type: "string", default: "2000" },
    verbose: { type: "boolean", default: false },
    seed: { type: "string", default: String(Date.now() % 100_000) },
  },
});
const wanted = Number(values.faults);
const seed = Number(values.seed);
/** The longest pause between two attempts at a broker or a player that was away for the time of a storm. */
const backoffAllowanceMs = 32_000;

const rejections: string[] = [];
process.on("unhandledRejection", (reason) => rejections.push(String(reason)));
process.on("uncaughtException", (error) => rejections.push(error.stack ?? String(error)));

// What is missing has been said, and how to get it.
process.exitCode = !isMosquittoMissing && (await run()) ? 0 : 1;

async function run(): Promise<boolean> {
  console.log(`chaos: seed ${seed}, ${wanted} faults`);
  await using stage = await Stage.build(values.verbose);
  const count: FaultCount = new Map();
  const recoveries: number[] = [];
  const findings: string[] = [];
  await recovered(stage);
  while (total(count) < wanted && findings.length === 0) {
    // Each storm has dice of its own, so that what came before does not decide what it is like.
    await storm(stage, new Random(seed * 1000 + recoveries.length), count);
    const { ms, wrong } = await recovered(stage);
    recoveries.push(ms);
    findings.push(
      ...wrong,
      ...(await outcomes(stage)),
      ...overlaps(stage),
      ...stage.ledger.lies,
      ...rejections,
    );
    console.log(`  ${total(count)} faults, ${stage.ledger.entries.size} commands, true again after ${ms} ms`);
  }
  report(stage, count, recoveries, findings);
  return findings.length === 0;
}

/** Waits until the topics tell the truth. */
async function recovered(stage: Stage): Promise<{ ms: number; wrong: string[] }> {
  const since = performance.now();
  for (;;) {
    const wrong = await differences(stage);
    const ms = Math.round(performance.now() - since);
    if (wrong.length === 0 || ms > 2 * pollIntervalMs + backoffAllowanceMs) return { ms, wrong };
    await sleep(100);
  }
}

/** Waits until every command that is owed an outcome has one. */
async function outcomes(stage: Stage): Promise<string[]> {
  for (let tries = 0; tries < 100 && stage.ledger.unsettled().length > 0; tries++) await sleep(100);
  return stage.ledger.unsettled();
}

function overlaps(stage: Stage): string[] {
  return [...stage.players]
    .filter(([, { traffic }]) => traffic.maxConcurrent > 1)
    .map(([id, { traffic }]) => `${id} saw ${traffic.maxConcurrent} requests at once`);
}

function report(stage: Stage, count: FaultCount, recoveries: number[], findings: readonly string[]): void {
  console.log("\nfaults that struck");
  for (const [name, times] of [...count].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(`  ${String(times).padStart(5)}  ${name}`);
  }
  const outcomeWords = new Map<string, number>();
  for (const { outcomes: texts } of stage.ledger.entries.values()) {
    for (const text of texts) {
      const { outcome } = JSON.parse(text) as { outcome: string };
      outcomeWords.set(outcome, (outcomeWords.get(outcome) ?? 0) + 1);
    }
  }
  console.log(
    `commands: ${stage.ledger.entries.size}, outcomes: ${JSON.stringify(Object.fromEntries(outcomeWords))}`,
  );
  const sorted = recoveries.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(`true again after a storm: median ${median} ms, slowest ${sorted.at(-1) ?? 0} ms`);
  for (const finding of findings) console.log(`FOUND  ${finding}`);
  const verdict = findings.length === 0 ? "every promise held" : "a promise was broken";
  console.log(`${verdict}: ${total(count)} faults, seed ${seed}`);
}
