import { deadlineMs } from "./bounds.ts";
import { inputOf, playerNames } from "./player-names.ts";
import type { Stage } from "./stage.ts";

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
