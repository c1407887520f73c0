import type { Command } from "../controls/command.ts";
import type { Session } from "./session.ts";

/** When somebody last had the player woken, from the command to its outcome. */
export interface Waking {
  readonly since: number;
  readonly until: number;
}

/** Whether the effect that is waited for is that the player wakes. */
export function isWaking({ pending }: Pick<Session, "pending">): boolean {
  return pending?.effect.calls[0]?.call.operation === "wake";
}

/**
 * The moment from which a command must no longer be sent. Who has a player woken and then asks something of it does
 * not mean "at once": the time until it is awake does not count, but for what the sender itself allows.
 */
export function expiryOf(session: Pick<Session, "pending" | "waking">, command: Command): number {
  const { receivedAt, expiresAt, perishesAt = Number.POSITIVE_INFINITY } = command;
  const { since, until } = session.waking ?? { since: Number.POSITIVE_INFINITY, until: 0 };
  const isUnderWay = isWaking(session);
  if (receivedAt < since || (!isUnderWay && receivedAt > until)) return expiresAt;
  return Math.min(perishesAt, isUnderWay ? Number.POSITIVE_INFINITY : until + expiresAt - receivedAt);
}
