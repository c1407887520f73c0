import { deadlineMs } from "./bounds.ts";
import { inputOf, playerNames } from "./player-names.ts";
import type { Stage } from "./stage.ts";
import { publishedBy, readTopics } from "./truth.ts";

/** Before the roll call, every player is switched to its first input at the device, and gets another output name. */
export function lineUp(stage: Stage, storm: number): void {
  for (const slot of stage.players.values()) {
    slot.player.audio.selectInput(inputOf(slot.name, 0));
    slot.renameOutput(`Output of storm ${storm}`);
  }
}

/** In the calm after a storm every player gets one command, which must be carried out. */
export async function rollCall(stage: Stage, storm: number): Promise<string[]> {
  const { stalledMs } = stage;
  const called = await Promise.all(
    playerNames.map(async (player) => {
      const transaction = `${storm}-${player}`;
      await stage.select(transaction, player, 1);
      return { player, told: await stage.outcomeOf(transaction) };
    }),
  );
  const isStalled = stage.stalledMs - stalledMs > deadlineMs / 2;
  return called
    .filter(({ told }) => told?.outcome !== "applied" && !(isStalled && told?.outcome === "expired"))
    .map(({ player, told }) => `outcomes: ${player} selects: ${JSON.stringify(told) ?? "no outcome"}`);
}

/** Each guest gets a command, too, and says what is wrong with its outcome and its effect. */
export async function callGuests(stage: Stage, storm: number): Promise<string[]> {
  const findings: string[] = [];
  for (const guest of stage.guests) {
    const act = guest.calm(storm, publishedBy(guest.name, await readTopics(stage)));
    if (act.does !== "commands") continue;
    const { stalledMs } = stage;
    const transaction = `${storm}-${guest.name}-called`;
    for (const { control, payload } of act.sent)
      await stage.command({ transaction, player: guest.name, target: control, request: payload });
    const told = await stage.outcomeOf(transaction);
    // Its deadlines are those of the machine's clock.
    if (told === undefined || stage.stalledMs - stalledMs > deadlineMs / 4) continue;
    const problems = act.problemsWith([{ command: "", ...told }]);
    findings.push(...problems.map((text) => `outcomes: ${guest.name}: ${text}`));
  }
  return findings;
}
