import type { ResourceName } from "../resources/player.ts";
import type { Call, TimedCall } from "./call.ts";
import type { KnownPlayer } from "./known-player.ts";

/** How a command ended. */
export type Outcome =
  | { readonly kind: "applied" | "unchanged"; readonly tag?: string }
  | { readonly kind: "rejected" | "failed"; readonly reason: string; readonly tag?: string }
  | { readonly kind: "superseded" }
  | { readonly kind: "expired" };

/** What a command comes to: the calls that are made for it, and how the player shows that they worked. */
export interface Effect {
  /** Made once, each after its pause: what may already have been heard is never said again. */
  readonly calls: readonly TimedCall[];
  /** The resource that shows the effect; undefined where nothing does, and the answer to the call has to do. */
  readonly proof: ResourceName | undefined;
  /** Whether the player shows it now. */
  readonly isShown: (player: KnownPlayer) => boolean;
  /** What the player shows instead, for the reason of a failure. */
  readonly shown: (player: KnownPlayer) => string;
  /** It was so before: then the outcome is `unchanged`. */
  readonly isAlready: boolean;
  /** The proof is looked at so often, and at last after so long: that is the last word. */
  readonly pollEveryMs: number;
  readonly pollForMs: number;
  /** A player that falls silent shows it, too. */
  readonly isShownBySilence: boolean;
  /** The player's yes will do where it shows at last what it would show either way. */
  readonly isBelieved: boolean;
  /** The tag for the outcome, where there is one. */
  readonly tag?: string;
}

/** What is to be done about a command: begin its effect, or tell its outcome at once. */
export type Decision =
  | { readonly kind: "act"; readonly effect: Effect }
  | { readonly kind: "settle"; readonly outcome: Outcome };

/** Most effects show within a moment; a player that has to open a file takes longer. */
export const usually = {
  pollEveryMs: 300,
  pollForMs: 4000,
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
