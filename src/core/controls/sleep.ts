import { act } from "./effect.ts";
import { defineControl, notReportedYet, outOfRange, unchanged, unknown } from "./control.ts";

/** Longer than anybody sets a sleep timer. */
const maxMinutes = 1440;

export const sleep = defineControl({
  capability: "sleep timer",
  field: "value",
  expected: "minutes, or 0 for off",
  resource: "sleep",
  operations: ["setSleep"],
  fresh: ["sleep"],
  read: (request) => (/^\d{1,5}$/.test(request) ? Number(request) : undefined),
  decide: (minutes, { player: { sleep: timer } }) => {
    if (timer === undefined) return notReportedYet;
    if (minutes > maxMinutes) return outOfRange(minutes, 0, maxMinutes);
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
