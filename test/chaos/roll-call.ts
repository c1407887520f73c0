import { setTimeout as sleep } from "node:timers/promises";
import type { Finding } from "./finding.ts";
import { inputOf, type Manner, manners } from "./manners.ts";
import { type PlayerName, playerNames } from "./schedule.ts";
import { deadlineMs, patience, pollIntervalMs } from "./bounds.ts";
import type { Stage } from "./stage.ts";
import { addFault, renameOutput } from "./storm.ts";
import { publishedBy, readTopics } from "./truth.ts";

/** Before the roll call, every player is switched to its first input at the device, and gets another output name. */
export function lineUp(stage: Stage, storm: number): void {
  for (const [name, { player }] of stage.players) {
    player.audio.selectInput(inputOf(name, 0));
    renameOutput(player, player.audio.outputs[0]?.tag ?? "", `Output of storm ${storm}`);
  }
}

/** In the calm after a storm every player gets one command, which must have the documented outcome. */
export async function rollCall(stage: Stage, storm: number): Promise<Finding[]> {
  const loggedBefore = stage.ledger.loggedLies;
  await Promise.all(playerNames.map((name) => stage.refresh(name)));
  const called = playerNames.map((player, index) => ({
    player,
    manner: manners[(index + storm) % manners.length] ?? manners[0],
    transaction: `${storm}-${player}`,
  }));
  let lies = 0;
  const findings = await Promise.all(
    called.map(async ({ player, manner, transaction }) => {
      const slot = stage.player(player);
      const can = manner.can?.(slot.player) ?? true;
      // It may not be known yet that the player lacks something.
      const isDoubtful = !can && slot.isMisled;
      const { stalledMs } = stage;
      const told = await call(stage, player, manner, transaction);
      const wasStalled = stage.stalledMs - stalledMs > deadlineMs / 2;
      if (wasStalled && told !== undefined && outcomeIn(told).outcome === "expired") return [];
      if (manner.fault === "lies*1") lies += 1;
      if (isDoubtful && told !== undefined && outcomeIn(told).outcome === "failed") return [];
      return isAsPromised(manner, can, told)
        ? []
        : [finding(`${player} ${manner.kind}: ${told ?? "no outcome"}`)];
    }),
  );
  const isLate = stage.deadline(2 * pollIntervalMs);
  while (stage.ledger.loggedLies - loggedBefore < lies && !isLate()) await sleep(20);
  const missing = lies - (stage.ledger.loggedLies - loggedBefore);
  if (missing > 0)
    findings.push([finding(`${missing} selections were taken back, and the log does not say so`)]);
  return findings.flat();
}

/** Each guest gets a command, too, and says what is wrong with its outcome and its effect. */
export async function callGuests(stage: Stage, storm: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const guest of stage.guests) {
    const act = guest.calm(storm, publishedBy(guest.name, await readTopics(stage)));
    if (act.does !== "commands") continue;
    const { stalledMs } = stage;
    const transaction = `${storm}-${guest.name}-called`;
    for (const { control, payload } of act.sent)
      await stage.commandToGuest({ transaction, player: guest.name, target: control, request: payload });
    while (stage.ledger.isOutcomeDue(transaction, patience.outcomeMs)) await sleep(20);
    const told = stage.ledger.outcomeOf(transaction);
    // Its deadlines are those of the machine's clock.
    if (told === undefined || stage.stalledMs - stalledMs > deadlineMs / 4) continue;
    const problems = act.problemsWith([{ command: "", ...told }]);
    findings.push(...problems.map((text) => finding(`${guest.name}: ${text}`)));
  }
  return findings;
}

/** Sends the command and returns its outcome; undefined if it is late. */
async function call(
  stage: Stage,
  name: PlayerName,
  { fault, wish }: Manner,
  transaction: string,
): Promise<string | undefined> {
  const { player } = stage.player(name);
  if (fault !== undefined) addFault(stage, name, fault);
  await stage.command({ transaction, player: name, ...wish(name, player) });
  while (stage.ledger.isOutcomeDue(transaction, patience.outcomeMs)) await sleep(20);
  // A restarting player is back at once.
  await stage.player(name).wake();
  return [...(stage.ledger.entries.get(transaction)?.outcomes ?? [])][0];
}

function isAsPromised({ fault, outcome }: Manner, can: boolean, told: string | undefined): boolean {
  if (told === undefined) return false;
  const result = outcomeIn(told);
  const isReasonRight = fault !== "ignoreSelection*1" || result.reason?.startsWith("not applied") === true;
  return result.outcome === (can ? outcome : "rejected") && isReasonRight;
}

function outcomeIn(told: string): { readonly outcome: string; readonly reason?: string } {
  return JSON.parse(told) as { readonly outcome: string; readonly reason?: string };
}

function finding(text: string): Finding {
  return { promise: "outcomes", text };
}
