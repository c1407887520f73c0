import { setTimeout as sleep } from "node:timers/promises";
import { presets } from "../../src/simulator/presets.ts";
import type { Finding } from "./finding.ts";
import { type PlayerName, playerNames } from "./schedule.ts";
import { outcomeWithinMs, pollIntervalMs, type Stage } from "./stage.ts";
import { addFault } from "./storm.ts";

/** How a player takes the one command that it gets when the storm is over, and what its sender must be told. */
const manners = [
  { kind: "does it", fault: undefined, outcome: "applied" },
  { kind: "has no such input", fault: undefined, outcome: "rejected" },
  { kind: "answers 200 and does nothing", fault: "ignoreSelection*1", outcome: "failed" },
  { kind: "shows it and takes it back", fault: "lies*1", outcome: "applied" },
] as const;
type Manner = (typeof manners)[number];

/** Before the roll call, every player is switched to its first input by hand. */
export function lineUp(stage: Stage): void {
  for (const [name, { player }] of stage.players) player.audio.selectInput(inputOf(name, 0));
}

/** In the calm after a storm every player gets one command, and the outcome has to be the one that is promised. */
export async function rollCall(stage: Stage, storm: number): Promise<Finding[]> {
  const toldBefore = stage.ledger.toldLies;
  const called = playerNames.map((player, index) => ({
    player,
    manner: manners[(index + storm) % manners.length] ?? manners[0],
    transaction: `${storm}-${player}`,
  }));
  const findings = await Promise.all(
    called.map(async ({ player, manner, transaction }) => {
      const told = await call(stage, player, manner, transaction);
      return isAsPromised(manner, told) ? [] : [finding(`${player} ${manner.kind}: ${told ?? "no outcome"}`)];
    }),
  );
  const lies = called.filter(({ manner }) => manner.fault === "lies*1").length;
  const until = performance.now() + 2 * pollIntervalMs;
  while (stage.ledger.toldLies - toldBefore < lies && performance.now() < until) await sleep(20);
  const missing = lies - (stage.ledger.toldLies - toldBefore);
  if (missing > 0)
    findings.push([finding(`${missing} selections were taken back, and the log does not say so`)]);
  return findings.flat();
}

/** Sends the command and gives its outcome, or nothing when it does not come in time. */
async function call(
  stage: Stage,
  player: PlayerName,
  { kind, fault }: Manner,
  transaction: string,
): Promise<string | undefined> {
  if (fault !== undefined) addFault(stage, player, fault);
  const request = kind === "has no such input" ? "NOSUCH" : inputOf(player, 1);
  await stage.command({ transaction, player, selector: "input", request });
  while (stage.ledger.isOutcomeDue(transaction, outcomeWithinMs)) await sleep(20);
  return [...(stage.ledger.entries.get(transaction)?.outcomes ?? [])][0];
}

function isAsPromised({ fault, outcome }: Manner, told: string | undefined): boolean {
  if (told === undefined) return false;
  const result = JSON.parse(told) as { readonly outcome: string; readonly reason?: string };
  const isReasonRight = fault !== "ignoreSelection*1" || result.reason?.startsWith("not applied") === true;
  return result.outcome === outcome && isReasonRight;
}

function inputOf(player: PlayerName, index: number): string {
  const { inputs } = presets[player].routing;
  return inputs[index]?.tag ?? "";
}

function finding(text: string): Finding {
  return { promise: "outcomes", text };
}
