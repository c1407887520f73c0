import type { Command } from "../controls/command.ts";
import type { Session } from "./session.ts";

/** Whether a command is waking the player. */
export function isWaking({ pending }: Pick<Session, "pending">): boolean {
  return pending?.isWaking === true;
}

/** The wake-up in progress: when it began, and until when the player may answer; undefined if there is none. */
export function wakeUpInProgress({
  pending,
}: Pick<Session, "pending">): { readonly since: number; readonly until: number } | undefined {
  if (pending?.isWaking !== true) return undefined;
  const { command, calls, effect, proofFinalAt } = pending;
  // The time to answer begins with the first call.
  const until = Math.min(proofFinalAt, ...calls.map(({ at }) => at + effect.pollForMs));
  return { since: command.receivedAt, until };
}

/**
 * The moment after which a command must no longer be sent. The time that a player takes to wake does not count, since a
 * command after a wake-up is meant for the player that is awake. The sender's own expiry always counts.
 */
export function expiryOf(session: Pick<Session, "pending" | "waking">, command: Command): number {
  const { receivedAt, expiresAt, senderExpiresAt = Number.POSITIVE_INFINITY } = command;
  const { since, until } = session.waking ?? { since: Number.POSITIVE_INFINITY, until: 0 };
  const isInProgress = isWaking(session);
  if (receivedAt < since || (!isInProgress && receivedAt > until)) return expiresAt;
  return Math.min(senderExpiresAt, isInProgress ? Number.POSITIVE_INFINITY : until + expiresAt - receivedAt);
}
