import type { Lost } from "../resources/resumable-state.ts";
import type { ResourceName } from "../resources/player.ts";
import type { Call, PathResponse, TimedCall } from "./call.ts";
import type { KnownPlayer } from "./known-player.ts";
import type { Phrase } from "../../lib/phrase.ts";

/** How a command ended. `phrase` is the translatable form of `reason`. */
export type Outcome = SingleOutcome & {
  /** The outcomes of the steps, where the command was a preset. */
  readonly steps?: readonly StepOutcome[];
  readonly phrase?: Phrase;
  readonly lost?: readonly Lost[];
  /** What the player has answered, where the command was a path. */
  readonly response?: PathResponse;
};

/** An outcome as it is published and logged, in English. */
export function stripTranslations(told: Outcome): Outcome {
  const { phrase: _, steps, ...outcome } = told;
  return steps === undefined ? outcome : { ...outcome, steps: steps.map(({ phrase: __, ...step }) => step) };
}

/** How one step of a preset ended; `skipped` if it was not carried out. */
export interface StepOutcome {
  readonly command: string;
  readonly request: string;
  readonly outcome: SingleOutcome["kind"] | "skipped";
  readonly tag?: string;
  readonly reason?: string;
  readonly phrase?: Phrase;
}

type SingleOutcome =
  | { readonly kind: "applied" | "unchanged"; readonly tag?: string }
  | { readonly kind: "rejected" | "failed"; readonly reason: string; readonly tag?: string }
  | { readonly kind: "superseded" | "expired" };

/** The effect of a command: the calls to make, and how the player shows that they worked. */
export interface Effect {
  /** Each call is made once, after its delay. A call that may have been received is never repeated. */
  readonly calls: readonly TimedCall[];
  /** The resource that shows the effect; undefined where only the answer to the call does. */
  readonly proof: ResourceName | undefined;
  readonly isShown: (player: KnownPlayer) => boolean;
  /** The state that the player shows instead, for the reason of a failure. */
  readonly shown: (player: KnownPlayer) => string | Phrase;
  /** Whether the state was reached before the call; the outcome is `unchanged` then. */
  readonly wasAlreadySet: boolean;
  /** The interval at which the proof is polled, and the time after which it is final. */
  readonly pollEveryMs: number;
  readonly pollForMs: number;
  /** Whether a player that stops answering proves the effect. */
  readonly provenByOffline: boolean;
  /** Whether a confirmation by the player is enough where the final proof would look the same either way. */
  readonly isAnswerEnough: boolean;
  readonly tag?: string;
  readonly lost?: readonly Lost[];
}

/** How to handle a command: start its effect, or settle it at once. */
export type Decision =
  | { readonly kind: "act"; readonly effect: Effect }
  | { readonly kind: "settle"; readonly outcome: Outcome };

/** Most effects show within a moment; a player that has to open a file takes longer. */
export const defaultTiming = {
  pollEveryMs: 300,
  pollForMs: 4000,
  wasAlreadySet: false,
  provenByOffline: false,
  isAnswerEnough: false,
} as const;

export function act(
  call: Call,
  effect: Pick<Effect, "proof" | "isShown" | "shown"> & Partial<Effect>,
): Decision {
  return actAll([{ afterMs: 0, call }], effect);
}

export function actAll(
  calls: Effect["calls"],
  effect: Pick<Effect, "proof" | "isShown" | "shown"> & Partial<Effect>,
): Decision {
  return { kind: "act", effect: { calls, ...defaultTiming, ...effect } };
}

/** A call whose effect nothing shows: only the player's confirmation counts. */
export function actBlindly(call: Call): Decision {
  return actAllBlindly([{ afterMs: 0, call }]);
}

export function actAllBlindly(calls: Effect["calls"]): Decision {
  return {
    kind: "act",
    effect: { calls, ...defaultTiming, proof: undefined, isShown: () => false, shown: () => "nothing" },
  };
}
