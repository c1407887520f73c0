import type { PathResponse, TimedCall } from "../controls/call.ts";
import type { Command } from "../controls/command.ts";
import type { Effect } from "../controls/effect.ts";
import type { Phrase } from "../../lib/phrase.ts";

interface PendingCall extends Omit<TimedCall, "afterMs"> {
  readonly at: number;
}

/** An effect that the player has not shown yet. */
export interface PendingEffect {
  readonly command: Command;
  readonly effect: Effect;
  /** The remaining calls, each with its time. */
  readonly calls: readonly PendingCall[];
  readonly isWaking: boolean;
  readonly pollAt: number;
  /** When the proof becomes final; until then it may trail the call. */
  readonly proofFinalAt: number;
  /** Whether the player has reported the proof since the call: earlier values prove nothing. */
  readonly isObserved: boolean;
  /** When the proof was last polled for this effect. */
  readonly polledAt: number | undefined;
  /** Why the call may have failed. */
  readonly failureCause: Phrase | undefined;
  /** Whether the player may have received the call although no answer came. */
  readonly isUncertain: boolean;
  readonly response?: PathResponse;
}

export interface PendingRefresh {
  readonly command: Command;
  readonly since: number;
}

/** The last wake-up by a command, from its start to its outcome. */
interface Waking {
  readonly since: number;
  readonly until: number;
}

/** What was begun and has no outcome yet. */
export interface Pending {
  readonly effect: PendingEffect | undefined;
  readonly refreshes: readonly PendingRefresh[];
  /** When the last refresh begins, or began. */
  readonly refreshedAt: number;
  readonly waking: Waking | undefined;
}

export const nothingPending: Pending = {
  effect: undefined,
  refreshes: [],
  refreshedAt: Number.NEGATIVE_INFINITY,
  waking: undefined,
};

/** Whether a call of the pending effect was made, so the player may have carried it out. */
export function isSent({ effect }: Pick<Pending, "effect">): boolean {
  return effect !== undefined && effect.proofFinalAt < Number.POSITIVE_INFINITY;
}

/** Keeps in mind for how long a command has been waking the player. */
export function withWaking(pending: Pending, now: number): Pending {
  const { effect } = pending;
  return effect?.isWaking === true
    ? { ...pending, waking: { since: effect.command.receivedAt, until: now } }
    : pending;
}

/** The wake-up in progress: when it began, and until when the player may answer; undefined if there is none. */
export function wakeUpInProgress({ effect: begun }: Pending): Waking | undefined {
  if (begun?.isWaking !== true) return undefined;
  const { command, calls, effect, proofFinalAt } = begun;
  // The time to answer begins with the first call.
  const until = Math.min(proofFinalAt, ...calls.map(({ at }) => at + effect.pollForMs));
  return { since: command.receivedAt, until };
}

/**
 * The moment after which a command must no longer be sent. The time that a player takes to wake does not count, since a
 * command after a wake-up is meant for the player that is awake. The sender's own expiry always counts.
 */
export function expiryOf({ effect, waking }: Pending, command: Command): number {
  const { receivedAt, expiresAt, senderExpiresAt = Number.POSITIVE_INFINITY } = command;
  const { since, until } = waking ?? { since: Number.POSITIVE_INFINITY, until: 0 };
  const isInProgress = effect?.isWaking === true;
  if (receivedAt < since || (!isInProgress && receivedAt > until)) return expiresAt;
  return Math.min(senderExpiresAt, isInProgress ? Number.POSITIVE_INFINITY : until + expiresAt - receivedAt);
}
