import type { Call } from "../controls/call.ts";
import type { ControlCommand } from "../controls/command.ts";
import type { Effect, Outcome } from "../controls/effect.ts";
import type { KnownPlayer } from "../controls/known-player.ts";

/** An effect whose player has not shown it. */
export interface PendingEffect {
  readonly command: ControlCommand;
  readonly effect: Effect;
  /** The calls that are still to be made, each at its moment. */
  readonly calls: readonly { readonly at: number; readonly call: Call }[];
  /** When the proof is looked at next. */
  readonly pollAt: number;
  /** From when on what the proof says is the last word: it may trail a call. */
  readonly lastWordAt: number;
  /** Whether the player has told the proof since the call: what was known before proves nothing. */
  readonly isObserved: boolean;
  /** When the proof was last asked for on behalf of this effect. */
  readonly polledAt: number | undefined;
  /** Why the call may have failed, where its answer was no proof. */
  readonly doubt: string | undefined;
  /** Whether the call may have been heard although no answer came. */
  readonly isUncertain: boolean;
}

/** The effect has begun: nothing was called yet. */
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
    lastWordAt: Number.POSITIVE_INFINITY,
    isObserved: false,
    polledAt: undefined,
    doubt: undefined,
    isUncertain: false,
  };
}

/** How an effect ended, if that is known. */
export function outcomeOf(session: KnownPlayer, pending: PendingEffect): Outcome | undefined {
  const { effect, isObserved, polledAt, lastWordAt, doubt, isUncertain, calls } = pending;
  const tag = effect.tag === undefined ? {} : { tag: effect.tag };
  if (effect.proof === undefined) {
    if (doubt !== undefined) return { kind: "failed", ...tag, reason: doubtful(doubt, isUncertain) };
    return calls.length === 0 ? { kind: "applied", ...tag } : undefined;
  }
  if ((isObserved || effect.isShownBySilence) && effect.isShown(session)) {
    return { kind: effect.isAlready ? "unchanged" : "applied", ...tag };
  }
  const isOver =
    polledAt !== undefined && (polledAt >= lastWordAt || (isObserved && isDenied(session, effect)));
  if (!isOver) return undefined;
  if (isObserved && effect.isBelieved && doubt === undefined) return { kind: "applied", ...tag };
  const reason = isObserved
    ? (doubt ?? `not applied: the player still shows ${effect.shown(session)}`)
    : doubtful(doubt ?? "not applied: the player did not tell", isUncertain || doubt === undefined);
  return { kind: "failed", ...tag, reason };
}

/** A player that has no such operation does nothing that would show later, and other commands wait. */
function isDenied({ operations }: KnownPlayer, { calls }: Effect): boolean {
  return calls.some(({ call }) => operations[call.operation]?.support === "unsupported");
}

function doubtful(doubt: string, isUncertain: boolean): string {
  return isUncertain ? `${doubt}; whether it took effect is not known` : doubt;
}
