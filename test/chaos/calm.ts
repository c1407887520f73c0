import { setTimeout as sleep } from "node:timers/promises";
import { inputOf } from "./player-names.ts";
import { recovery } from "./recovery.ts";
import type { Stage } from "./stage.ts";
import { readTopics } from "./truth.ts";
import type { Wish } from "./wishes.ts";

/** Sends commands to slow players, so that they are not done when something else happens. */
export async function leavePending(stage: Stage, name: string): Promise<void> {
  for (const player of ["video", "audio"] as const) {
    stage.addFault(player, "slow:250*4");
    const wishes: readonly Wish[] = [
      { target: "audio/input", request: inputOf(player, 1) },
      { target: "music/playback", request: "next" },
      { target: "music/mode", request: "single" },
      // Takes the place of the one before.
      { target: "music/mode", request: "shuffle" },
    ];
    for (const [index, wish] of wishes.entries()) {
      await stage.command({ transaction: `${name}-${player}-${index}`, player, ...wish });
    }
  }
  // The first of them is on its way, the others wait.
  await sleep(100);
}

export function recovered(stage: Stage): Promise<string[]> {
  stage.heal();
  return recovery(stage).then(({ findings }) => findings);
}

export function bridgeIs(stage: Stage, state: string, withinMs: number): Promise<string[]> {
  return comesTrue(stage, withinMs, (topics) => {
    const found = topics.get("player2mqtt/bridge/state");
    return found === state ? undefined : `the bridge is ${found}, wanted ${state}`;
  });
}

/** Waits until nothing is wrong with the topics, for a while; returns what is wrong then. */
export async function comesTrue(
  stage: Stage,
  withinMs: number,
  problemWith: (topics: ReadonlyMap<string, string>) => string | undefined,
): Promise<string[]> {
  const isLate = stage.deadline(withinMs);
  for (;;) {
    const isLast = isLate();
    const text = problemWith(await readTopics(stage));
    if (text === undefined) return [];
    if (isLast) return [`availability: ${text}`];
    await sleep(50);
  }
}
