import type { Call, TimedCall } from "./call.ts";
import type { ControlCommand, Outcome } from "./command.ts";
import type { ResourceName } from "../resources/resource.ts";
import type { Session } from "../session/session.ts";

/** What a command comes to: the calls that are made for it, and how the player shows that they worked. */
export interface Effect {
  /** Made once, each after its pause: what may already have been heard is never said again. */
  readonly calls: readonly TimedCall[];
  /** The resource that shows the effect; undefined where nothing does, and the answer to the call has to do. */
  readonly proof: ResourceName | undefined;
  /** Whether the player shows it now. */
  readonly isShown: (session: Session) => boolean;
  /** What the player shows instead, for the reason of a failure. */
  readonly shown: (session: Session) => string;
  /** It was so before: then the outcome is `unchanged`. */
  readonly isAlready: boolean;
  /** The proof is looked at so often, and at last after so long: that is the last word. */
  readonly lookEveryMs: number;
  readonly lookForMs: number;
  /** A player that falls silent shows it, too. */
  readonly isShownBySilence: boolean;
  /** The player's yes will do where it shows at last what it would show either way. */
  readonly isBelieved: boolean;
  /** The tag for the outcome, where there is one. */
  readonly tag?: string;
}

/** An effect whose player has not shown it. */
export interface PendingEffect {
  readonly command: ControlCommand;
  readonly effect: Effect;
  /** The calls that are still to be made, each at its moment. */
  readonly calls: readonly { readonly at: number; readonly call: Call }[];
  /** When the proof is looked at next. */
  readonly lookAt: number;
  /** From when on what the proof says is the last word: it may trail a call. */
  readonly lastWordAt: number;
  /** Whether the player has told the proof since the call: what was known before proves nothing. */
  readonly isSeen: boolean;
  /** When the proof was last asked for on behalf of this effect. */
  readonly lookedAt: number | undefined;
  /** Why the call may have failed, where its answer was no proof. */
  readonly doubt: string | undefined;
  /** Whether the call may have been heard although no answer came. */
  readonly isUncertain: boolean;
}

/** What is to be done about a command: begin its effect, or tell its outcome at once. */
export type Decision =
  | { readonly kind: "act"; readonly effect: Effect }
  | { readonly kind: "settle"; readonly outcome: Outcome };

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
    lookAt: Number.POSITIVE_INFINITY,
    lastWordAt: Number.POSITIVE_INFINITY,
    isSeen: false,
    lookedAt: undefined,
    doubt: undefined,
    isUncertain: false,
  };
}

/** How an effect ended, if that is known. */
export function outcomeOf(session: Session, pending: PendingEffect): Outcome | undefined {
  const { effect, isSeen, lookedAt, lastWordAt, doubt, isUncertain, calls } = pending;
  const tag = effect.tag === undefined ? {} : { tag: effect.tag };
  if (effect.proof === undefined) {
    if (doubt !== undefined) return { kind: "failed", ...tag, reason: doubtful(doubt, isUncertain) };
    return calls.length === 0 ? { kind: "applied", ...tag } : undefined;
  }
  if ((isSeen || effect.isShownBySilence) && effect.isShown(session)) {
    return { kind: effect.isAlready ? "unchanged" : "applied", ...tag };
  }
  const isOver = lookedAt !== undefined && (lookedAt >= lastWordAt || (isSeen && isDenied(session, effect)));
  if (!isOver) return undefined;
  if (isSeen && effect.isBelieved && doubt === undefined) return { kind: "applied", ...tag };
  const reason = isSeen
    ? (doubt ?? `not applied: the player still shows ${effect.shown(session)}`)
    : doubtful(doubt ?? "not applied: the player did not tell", isUncertain || doubt === undefined);
  return { kind: "failed", ...tag, reason };
}

/** A player that has no such operation does nothing that would show later, and other commands wait. */
function isDenied({ operations }: Session, { calls }: Effect): boolean {
  return calls.some(({ call }) => operations[call.operation]?.support === "unsupported");
}

function doubtful(doubt: string, isUncertain: boolean): string {
  return isUncertain ? `${doubt}; whether it took effect is not known` : doubt;
}
