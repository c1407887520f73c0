import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "./bounds.ts";
import { playEpisode } from "./episodes.ts";
import type { Finding } from "./finding.ts";
import { type Episode, planEpisode } from "./plan-episode.ts";
import { opening, recovery } from "./recovery.ts";
import { callGuests, lineUp, rollCall } from "./roll-call.ts";
import { actsInStorm, digestOf, planStorm, type Storm } from "./schedule.ts";
import { Stage } from "./stage.ts";
import { type FaultCount, perform, total } from "./storm.ts";

/** The options of a run; all except `say` affect what happens. */
export interface ChaosOptions {
  readonly seed: number;
  readonly storms: number;
  readonly main: string;
  /** The number of the first storm, so that a failing one can be repeated alone. */
  readonly first?: number;
  /** With none, each storm and its roll call are left out, and only its episode is played. */
  readonly acts?: number;
  readonly isVerbose?: boolean;
  readonly say?: (line: string) => void;
}

export interface ChaosResult {
  readonly digest: string;
  /** The storm that broke a promise, or the episode after it; undefined if none did. */
  readonly brokenBy: number | undefined;
  readonly findings: readonly Finding[];
  readonly count: FaultCount;
  /** How long after each storm every topic was true again. */
  readonly recoveriesMs: readonly number[];
  readonly outcomes: ReadonlyMap<string, number>;
  readonly commands: number;
  /** How many topics were compared with the truth. */
  readonly compared: number;
  readonly believedLies: number;
  readonly loggedLies: number;
}

/** The bridge may have been started or reloaded just now. */
const firstReadsMs = 2000;

interface Chapter {
  readonly storm: Storm;
  readonly episode: Episode;
}

/** Runs storm after storm, each with an episode, and checks every promise; ends at the first broken one. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, storms, main, first = 0, acts = actsInStorm, isVerbose = false, say = () => {} } = options;
  const plan = Array.from(
    { length: storms },
    (_, number): Chapter => ({
      storm: planStorm(seed, first + number, acts),
      episode: planEpisode(seed, first + number),
    }),
  );
  const digest = digestOf(plan);
  say(`chaos: seed ${seed}, ${storms} storms, schedule ${digest}`);
  await using stage = await Stage.build({ seed, isVerbose, main });
  const count: FaultCount = new Map();
  const recoveriesMs: number[] = [];
  stage.heal();
  const findings = [...(await opening(stage)), ...bugsOf(stage)];
  let performed = 0;
  while (performed < storms && findings.length === 0) {
    const chapter = plan[performed];
    if (chapter === undefined) break;
    if (acts > 0) {
      const { findings: found, ms } = await weather(stage, chapter.storm, first + performed, count);
      findings.push(...found);
      recoveriesMs.push(ms);
      say(`  ${total(count)} faults, ${stage.ledger.entries.size} commands, true again after ${ms} ms`);
    }
    if (findings.length === 0) {
      say(`  ${JSON.stringify(chapter.episode)}`);
      findings.push(...(await playEpisode(stage, chapter.episode, `e${first + performed}`)));
      findings.push(...(await promises(stage)));
      count.set(chapter.episode.kind, (count.get(chapter.episode.kind) ?? 0) + 1);
    }
    performed += 1;
  }
  if (findings.length > 0) for (const line of [...stage.lastLines, stage.stalls]) say(`    ${line}`);
  const { believedLies, loggedLies, entries } = stage.ledger;
  return {
    digest,
    brokenBy: findings.length === 0 ? undefined : first + Math.max(0, performed - 1),
    findings,
    count,
    recoveriesMs,
    outcomes: stage.ledger.outcomes(),
    commands: entries.size,
    compared: stage.compared,
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
  // While the bridge reads a player for the first time, it believes one denial.
  await sleep(firstReadsMs);
  await perform(stage, storm, number, count);
  stage.heal();
  const { ms, findings } = await recovery(stage);
  // Commands queued during the storm would interfere with those of the roll call.
  await unsettledCommands(stage);
  if (findings.length === 0) findings.push(...(await calm(stage, number)));
  return { findings: [...findings, ...(await promises(stage))], ms };
}

/** The promises about commands, requests and the process, as far as they are broken by now. */
async function promises(stage: Stage): Promise<Finding[]> {
  const unsettled = await unsettledCommands(stage);
  const { untrue, requests } = stage.ledger;
  return [
    ...unsettled.map((text): Finding => ({ promise: "outcomes", text })),
    ...untrue.map((text): Finding => ({ promise: "applied", text })),
    ...requests.strange.map((text): Finding => ({ promise: "asked", text })),
    ...stage.guests.flatMap(({ name, misdeeds }) =>
      misdeeds.map((text): Finding => ({ promise: "asked", text: `${name}: ${text}` })),
    ),
    ...overlaps(stage),
    ...bugsOf(stage),
  ];
}

/** The behavior without faults: changes at the players are seen, and commands are answered. */
async function calm(stage: Stage, number: number): Promise<Finding[]> {
  lineUp(stage, number);
  stage.heal();
  const { findings } = await recovery(stage);
  if (findings.length > 0) return findings;
  findings.push(...(await rollCall(stage, number)), ...(await callGuests(stage, number)));
  stage.heal();
  return [...findings, ...(await recovery(stage)).findings];
}

/** Waits until every command has its outcome or is overdue, and reports duplicates. */
async function unsettledCommands(stage: Stage): Promise<string[]> {
  const { ledger } = stage;
  for (const transaction of ledger.entries.keys()) {
    while (ledger.isOutcomeDue(transaction, patience.outcomeMs)) await sleep(20);
  }
  return ledger.unsettled();
}

function overlaps(stage: Stage): Finding[] {
  return [...stage.players.values()]
    .filter(({ simulator: { traffic } }) => traffic.maxConcurrent > 1)
    .map(({ name, simulator: { traffic } }) => ({
      promise: "one request",
      text: `${name} saw ${traffic.maxConcurrent} requests at once`,
    }));
}

function bugsOf({ bugs }: Stage): Finding[] {
  return bugs.map((text) => ({ promise: "process", text }));
}
