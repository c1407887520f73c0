import { act } from "./effect.ts";
import {
  type ControlledPlayer,
  defineControl,
  notReportedYet,
  outOfRange,
  unchanged,
  unknown,
} from "./control.ts";

/** Longer than anybody sets a sleep timer. */
export const maxSleepMinutes = 1440;

/** Sets the sleep timer of a player; where it has none, the bridge keeps one. */
export const sleep = defineControl({
  expected: "minutes, or 0 for off",
  about: "minutes, at most 1440; 0 for off. See [The sleep timer](#the-sleep-timer)",
  examples: ["0", "30", "60"],
  resource: "sleep",
  operations: ["setSleep"],
  worksWithout: keepsSleepTimer,
  fresh: ["sleep"],
  read: (request) => (/^\d{1,5}$/.test(request) ? Number(request) : undefined),
  decide: (minutes, { player: { sleep: timer } }) => {
    if (timer === undefined) return notReportedYet;
    if (minutes > maxSleepMinutes) return outOfRange(minutes, 0, maxSleepMinutes);
    if (minutes === (timer.minutes ?? 0)) return unchanged;
    return act(
      { operation: "setSleep", minutes },
      {
        proof: "sleep",
        isShown: ({ player }) => isNear(player.sleep?.minutes ?? 0, minutes),
        shown: ({ player }) => (player.sleep === undefined ? unknown : String(player.sleep.minutes ?? 0)),
      },
    );
  },
});

/** A minute may have passed meanwhile. */
function isNear(shown: number, minutes: number): boolean {
  return shown === minutes || (minutes > 1 && shown === minutes - 1);
}

/** Whether the bridge keeps the sleep timer of the player, since the player has none. */
export function keepsSleepTimer({ resources }: ControlledPlayer): boolean {
  return resources.sleep.support === "unsupported";
}
