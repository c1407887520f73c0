import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "../simulator/ask.ts";
import type { Finding } from "./finding.ts";
import { lineUp, rollCall } from "./roll-call.ts";
import type { Plant } from "./saboteur.ts";
import { actsInStorm, digestOf, planStorm, type Storm } from "./schedule.ts";
import { outcomeWithinMs, Stage } from "./stage.ts";
import { type FaultCount, perform, total } from "./storm.ts";
import { type Difference, differences } from "./truth.ts";

/** If the machine is too busy to start everything in this time, the run proves nothing about storms. */
const openingWithinMs = 60_000;

/** The options of a run; all except `say` affect what happens. */
export interface ChaosOptions {
  readonly seed: number;
  readonly storms: number;
  /** The number of the first storm, so that a failing one can be repeated alone. */
  readonly first?: number;
  readonly acts?: number;
  /** A bug to plant between the bridge and its broker. */
  readonly plant?: Plant | undefined;
  readonly isVerbose?: boolean;
  readonly say?: (line: string) => void;
}

/** The result of a run. */
export interface ChaosResult {
  readonly digest: string;
  /** The storm that broke a promise; undefined if none did. */
  readonly brokenBy: number | undefined;
  readonly findings: readonly Finding[];
  readonly count: FaultCount;
  /** How long after each storm every topic was true again. */
  readonly recoveriesMs: readonly number[];
  readonly outcomes: ReadonlyMap<string, number>;
  readonly commands: number;
  readonly believedLies: number;
  readonly loggedLies: number;
}

/** Runs storm after storm and checks every promise after each; ends at the first broken one. */
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
  const { believedLies, loggedLies, entries } = stage.ledger;
  return {
    digest,
    brokenBy: findings.length === 0 ? undefined : first + Math.max(0, performed - 1),
    findings,
    count,
    recoveriesMs,
    outcomes: stage.ledger.outcomes(),
    commands: entries.size,
    believedLies,
    loggedLies,
  };
}

/** One storm with its roll call, and the promises they broke. */
async function weather(
  stage: Stage,
  storm: Storm,
  number: number,
  count: FaultCount,
): Promise<{ readonly findings: readonly Finding[]; readonly ms: number }> {
  await perform(stage, storm, count);
  stage.heal();
  const { ms, findings } = await recovery(stage);
  // Commands queued during the storm would interfere with those of the roll call.
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

/** The behaviour without faults: changes at the players are seen, and commands are answered. */
async function calm(stage: Stage, number: number): Promise<Finding[]> {
  lineUp(stage);
  stage.heal();
  const { findings } = await recovery(stage);
  if (findings.length > 0) return findings;
  findings.push(...(await rollCall(stage, number)));
  stage.heal();
  return [...findings, ...(await recovery(stage)).findings];
}

/** Waits until everything is true for the first time: this harness does not judge the duration of a start. */
async function opening(stage: Stage): Promise<Finding[]> {
  const until = performance.now() + openingWithinMs;
  for (;;) {
    const wrong = await differences(stage);
    if (wrong.length === 0 || performance.now() > until) return wrong.map(asFinding);
    await sleep(50);
  }
}

/** Waits until the topics are true, or one of them is overdue. */
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

/** Waits until every command has its outcome or is overdue, and reports duplicates. */
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

/** Sends two requests at once, as a bridge with this bug would. */
async function askTwice(stage: Stage): Promise<void> {
  const video = stage.player("video");
  video.behaviours.add("slow:200*2");
  await Promise.allSettled([ask(video, "/"), ask(video, "/")]);
}

/** Unhandled rejections and uncaught errors. */
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
