import type { Call } from "../controls/call.ts";
import type { ControlCommand } from "../controls/command.ts";
import type { Effect, Outcome } from "../controls/effect.ts";
import type { KnownPlayer } from "../controls/known-player.ts";

/** An effect that the player has not shown yet. */
export interface PendingEffect {
  readonly command: ControlCommand;
  readonly effect: Effect;
  /** The remaining calls, each with its time. */
  readonly calls: readonly { readonly at: number; readonly call: Call }[];
  /** When the proof is polled next. */
  readonly pollAt: number;
  /** When the proof becomes final; until then it may trail the call. */
  readonly proofFinalAt: number;
  /** Whether the player has reported the proof since the call: earlier values prove nothing. */
  readonly isObserved: boolean;
  /** When the proof was last polled for this effect. */
  readonly polledAt: number | undefined;
  /** Why the call may have failed, if its answer left doubt. */
  readonly doubt: string | undefined;
  /** Whether the player may have received the call although no answer came. */
  readonly isUncertain: boolean;
}

/** Begins an effect; no call has been made yet. */
export function beginEffect(command: ControlCommand, effect: Effect, now: number): PendingEffect {
  let at = now;
  const calls = effect.calls.map(({ afterMs, call }) => {
    at += afterMs;
    return { at, call };
  });
  return {
    command,
    effect,
    calls,
    pollAt: Number.POSITIVE_INFINITY,
    proofFinalAt: Number.POSITIVE_INFINITY,
    isObserved: false,
    polledAt: undefined,
    doubt: undefined,
    isUncertain: false,
  };
}

/** The outcome of an effect, if it is decided. */
export function outcomeOf(session: KnownPlayer, pending: PendingEffect): Outcome | undefined {
  const { effect, isObserved, polledAt, proofFinalAt, doubt, isUncertain, calls } = pending;
  const tag = effect.tag === undefined ? {} : { tag: effect.tag };
  if (effect.proof === undefined) {
    if (doubt !== undefined) return { kind: "failed", ...tag, reason: doubtful(doubt, isUncertain) };
    return calls.length === 0 ? { kind: "applied", ...tag } : undefined;
  }
  if ((isObserved || effect.isShownBySilence) && effect.isShown(session)) {
    return { kind: effect.wasAlreadySet ? "unchanged" : "applied", ...tag };
  }
  const isOver =
    polledAt !== undefined && (polledAt >= proofFinalAt || (isObserved && isDenied(session, effect)));
  if (!isOver) return undefined;
  if (isObserved && effect.isAnswerEnough && doubt === undefined) return { kind: "applied", ...tag };
  const reason = isObserved
    ? (doubt ?? `not applied: the player still shows ${effect.shown(session)}`)
    : doubtful(doubt ?? "not applied: the player did not tell", isUncertain || doubt === undefined);
  return { kind: "failed", ...tag, reason };
}

/** Whether the player lacks the operation: no effect can show later, and other commands wait. */
function isDenied({ operations }: KnownPlayer, { calls }: Effect): boolean {
  return calls.some(({ call }) => operations[call.operation]?.support === "unsupported");
}

function doubtful(doubt: string, isUncertain: boolean): string {
  return isUncertain ? `${doubt}; whether it took effect is not known` : doubt;
}
