import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "../simulator/ask.ts";
import type { Finding } from "./finding.ts";
import { lineUp, rollCall } from "./roll-call.ts";
import type { Plant } from "./saboteur.ts";
import { actsInStorm, digestOf, planStorm, type Storm } from "./schedule.ts";
import { outcomeWithinMs, Stage } from "./stage.ts";
import { type FaultCount, perform, total } from "./storm.ts";
import { type Difference, differences } from "./truth.ts";

/** A machine that is too busy to start us all in that time shows nothing about storms. */
const openingWithinMs = 60_000;

/** What a run is like; all but `say` decides what happens in it. */
export interface ChaosOptions {
  readonly seed: number;
  readonly storms: number;
  /** The number of the first storm: one that broke something can be had alone. */
  readonly first?: number;
  readonly acts?: number;
  /** A bug to plant between the bridge and its broker. */
  readonly plant?: Plant | undefined;
  readonly isVerbose?: boolean;
  readonly say?: (line: string) => void;
}

/** What came of a run. */
export interface ChaosResult {
  readonly digest: string;
  /** The storm that broke a promise; undefined when all held. */
  readonly brokenBy: number | undefined;
  readonly findings: readonly Finding[];
  readonly count: FaultCount;
  /** How long after each storm every topic was true again. */
  readonly recoveriesMs: readonly number[];
  readonly outcomes: ReadonlyMap<string, number>;
  readonly commands: number;
  readonly believedLies: number;
  readonly toldLies: number;
}

/** Lets storm after storm loose, and looks after each whether every promise held; ends at the first that did not. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, storms, first = 0, acts = actsInStorm, plant, isVerbose = false, say = () => {} } = options;
  const plan = Array.from({ length: storms }, (_, number) => planStorm(seed, first + number, acts));
  const digest = digestOf(plan);
  say(
    `chaos: seed ${seed}, ${storms} storms, schedule ${digest}${plant === undefined ? "" : `, planted: ${plant}`}`,
  );
  await using rejections = new Rejections();
  await using stage = await Stage.build({ seed, isVerbose, plant });
  const count: FaultCount = new Map();
  const recoveriesMs: number[] = [];
  stage.heal();
  const findings = await opening(stage);
  let performed = 0;
  while (performed < storms && findings.length === 0) {
    if (plant === "two-requests") void askTwice(stage);
    if (plant === "unasked") void ask(stage.player("video"), "/DeviceMusicControl/v2/seekTo?time=0");
    const { findings: found, ms } = await weather(stage, plan[performed] ?? [], first + performed, count);
    findings.push(...found, ...rejections.findings);
    recoveriesMs.push(ms);
    performed += 1;
    say(`  ${total(count)} faults, ${stage.ledger.entries.size} commands, true again after ${ms} ms`);
  }
  const { believedLies, toldLies, entries } = stage.ledger;
  return {
    digest,
    brokenBy: findings.length === 0 ? undefined : first + Math.max(0, performed - 1),
    findings,
    count,
    recoveriesMs,
    outcomes: stage.ledger.outcomes(),
    commands: entries.size,
    believedLies,
    toldLies,
  };
}

/** One storm and the roll call behind it, and what they broke. */
async function weather(
  stage: Stage,
  storm: Storm,
  number: number,
  count: FaultCount,
): Promise<{ readonly findings: readonly Finding[]; readonly ms: number }> {
  await perform(stage, storm, count);
  stage.heal();
  const { ms, findings } = await recovery(stage);
  // What was queued in the storm would blur what is asked in the calm.
  await unsettledCommands(stage);
  if (findings.length === 0) findings.push(...(await calm(stage, number)));
  const unsettled = await unsettledCommands(stage);
  const { untrue, pauses, requests } = stage.ledger;
  findings.push(
    ...unsettled.map((text): Finding => ({ promise: "outcomes", text })),
    ...untrue.map((text): Finding => ({ promise: "applied", text })),
    ...pauses.excessive.map((text): Finding => ({ promise: "pauses", text })),
    ...requests.excessive().map((text): Finding => ({ promise: "asked", text })),
    ...overlaps(stage),
  );
  return { findings, ms };
}

/** What happens when nothing is wrong: what somebody does at the players is seen, and commands are answered. */
async function calm(stage: Stage, number: number): Promise<Finding[]> {
  lineUp(stage);
  stage.heal();
  const { findings } = await recovery(stage);
  if (findings.length > 0) return findings;
  findings.push(...(await rollCall(stage, number)));
  stage.heal();
  return [...findings, ...(await recovery(stage)).findings];
}

/** Waits until everything is true for the first time: how long a start takes is no promise of this harness. */
async function opening(stage: Stage): Promise<Finding[]> {
  const until = performance.now() + openingWithinMs;
  for (;;) {
    const wrong = await differences(stage);
    if (wrong.length === 0 || performance.now() > until) return wrong.map(asFinding);
    await sleep(50);
  }
}

/** Waits until the topics tell the truth, or until one of them should have. */
async function recovery(stage: Stage): Promise<{ readonly ms: number; readonly findings: Finding[] }> {
  for (;;) {
    const now = performance.now();
    const wrong = await differences(stage);
    const overdue = wrong.filter(({ who }) => now > stage.dueAt(who));
    if (wrong.length === 0 || overdue.length > 0) {
      const ms = Math.round(now - stage.healedAt);
      return { ms, findings: overdue.map(asFinding) };
    }
    await sleep(50);
  }
}

function asFinding({ text }: Difference): Finding {
  return { promise: "topics", text };
}

/** Waits until every command has the outcome that it is owed, or should have had it; and says which have two. */
async function unsettledCommands(stage: Stage): Promise<string[]> {
  const { ledger } = stage;
  for (const transaction of ledger.entries.keys()) {
    while (ledger.isOutcomeDue(transaction, outcomeWithinMs)) await sleep(20);
  }
  return ledger.unsettled();
}

function overlaps(stage: Stage): Finding[] {
  return [...stage.players]
    .filter(([, { traffic }]) => traffic.maxConcurrent > 1)
    .map(([id, { traffic }]) => ({
      promise: "one request",
      text: `${id} saw ${traffic.maxConcurrent} requests at once`,
    }));
}

/** As a bridge would that forgot its rule. */
async function askTwice(stage: Stage): Promise<void> {
  const video = stage.player("video");
  video.behaviours.add("slow:200*2");
  await Promise.allSettled([ask(video, "/"), ask(video, "/")]);
}

/** Promises whose failure nobody looked at, and errors that nobody caught. */
class Rejections implements AsyncDisposable {
  readonly findings: Finding[] = [];
  readonly #note = (reason: unknown): void => {
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    this.findings.push({ promise: "rejections", text });
  };

  constructor() {
    process.on("unhandledRejection", this.#note).on("uncaughtException", this.#note);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off("unhandledRejection", this.#note).off("uncaughtException", this.#note);
  }
}
