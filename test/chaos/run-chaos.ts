import { setTimeout as sleep } from "node:timers/promises";
import { episodeAfter, playEpisode } from "./episodes.ts";
import { recovery } from "./recovery.ts";
import { callGuests, lineUp, rollCall } from "./roll-call.ts";
import { Stage } from "./stage.ts";
import { storm } from "./storm.ts";

/** The options of a run; all except `say` affect what happens. */
export interface ChaosOptions {
  readonly seed: number;
  readonly storms: number;
  readonly main: string;
  /** The number of the first storm, so that a failing one can be repeated alone. */
  readonly first: number;
  /** With none, each storm and its roll call are left out, and only its episode is played. */
  readonly acts: number;
  readonly say: (line: string) => void;
}

/** The last ones of the log, to explain a finding. */
const keptLines = 60;

/** The bridge may have been started or reloaded just now. */
const firstReadsMs = 2000;

/** Runs storm after storm, each with an episode, and checks every promise; ends at the first broken one. */
export async function runChaos(options: ChaosOptions): Promise<string[]> {
  const { seed, storms, main, first, acts, say } = options;
  await using stage = await Stage.build(main, seed);
  const { findings } = await recovery(stage, "start");
  findings.push(...(await promises(stage)));
  for (let number = first; number < first + storms && findings.length === 0; number += 1) {
    if (acts > 0) findings.push(...(await weather(stage, number, options)));
    if (findings.length > 0) break;
    const episode = episodeAfter(seed, number);
    say(`${number}: ${JSON.stringify(episode)}`);
    findings.push(...(await playEpisode(stage, episode, `e${number}`)), ...(await promises(stage)));
  }
  if (findings.length > 0) for (const line of stage.bridge.lines.slice(-keptLines)) say(`    ${line}`);
  const outcomes = [...stage.ledger.outcomes()].map(([outcome, times]) => `${times} ${outcome}`).join(", ");
  say(`commands: ${stage.ledger.entries.size}; outcomes: ${outcomes}`);
  return findings;
}

/** One storm with its roll call, and the promises they broke. */
async function weather(
  stage: Stage,
  number: number,
  { seed, acts, say }: ChaosOptions,
): Promise<readonly string[]> {
  // While the bridge reads a player for the first time, it believes one denial.
  await sleep(firstReadsMs);
  await storm(stage, seed, number, acts);
  await stage.renew();
  stage.heal();
  const { ms, findings } = await recovery(stage, "storm");
  say(`${number}: true again after ${ms} ms`);
  // Commands queued during the storm would interfere with those of the roll call.
  await unsettledCommands(stage);
  if (findings.length === 0) findings.push(...(await calm(stage, number)));
  return [...findings, ...(await promises(stage))];
}

/** The promises about commands, requests and the process, as far as they are broken by now. */
async function promises(stage: Stage): Promise<string[]> {
  const unsettled = await unsettledCommands(stage);
  const { untrue, requests } = stage.ledger;
  const misdeeds = stage.guests.flatMap((guest) => guest.misdeeds.map((text) => `${guest.name}: ${text}`));
  const overlaps = [...stage.players.values()]
    .map(({ name, simulator: { traffic } }) => ({ name, most: traffic.maxConcurrent }))
    .filter(({ most }) => most > 1)
    .map(({ name, most }) => `${name} saw ${most} requests at once`);
  const broken = {
    outcomes: unsettled,
    applied: untrue,
    asked: [...requests.strange, ...misdeeds],
    "one request": overlaps,
    process: stage.bugs,
  };
  return Object.entries(broken).flatMap(([promise, texts]) => texts.map((text) => `${promise}: ${text}`));
}

/** The behavior without faults: changes at the players are seen, and commands are answered. */
async function calm(stage: Stage, number: number): Promise<string[]> {
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
  for (const transaction of stage.ledger.entries.keys()) await stage.outcomeOf(transaction);
  return stage.ledger.unsettled();
}
