import type { Call } from "./call.ts";
import type { Decision, Effect } from "./effect.ts";

/** Most effects show within a moment; a player that has to open a file takes longer. */
export const usually = {
  lookEveryMs: 300,
  lookForMs: 4000,
  isAlready: false,
  isShownBySilence: false,
  isBelieved: false,
} as const;

/** One call, and what shows that it worked. */
export function act(
  call: Call,
  effect: Pick<Effect, "proof" | "isShown" | "shown"> & Partial<Effect>,
): Decision {
  return { kind: "act", effect: { calls: [{ afterMs: 0, call }], ...usually, ...effect } };
}

/** Calls whose effect nothing shows: the player's word for it is all there is. */
export function actBlindly(calls: Effect["calls"]): Decision {
  return {
    kind: "act",
    effect: { calls, ...usually, proof: undefined, isShown: () => false, shown: () => "nothing" },
  };
}
