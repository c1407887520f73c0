import { type BackoffPolicy, backoffMs } from "../lib/backoff.ts";

/** How a connection or an attempt to connect ended; `hostIsUp` if the broker's machine answered. */
export type Ended =
  | { readonly kind: "failed"; readonly hostIsUp: boolean }
  | { readonly kind: "lost" | "dropped" | "taken-over"; readonly lastedMs: number };

export interface NextAttempt {
  readonly inMs: number;
  /** Whether another client seems to use our client id. */
  readonly isContested: boolean;
}

/** The previous ends, as far as they determine the next pause. */
export interface History {
  /** Consecutive failed attempts and short connections. */
  readonly failures: number;
  /** Consecutive short connections that the broker closed without a reason. */
  readonly shortConnections: number;
  /** Consecutive takeovers by another client with our id, as the broker reported them. */
  readonly takeovers: number;
  /** Whether the last end shows that the broker's machine is up. */
  readonly hostIsUp: boolean;
}

export const noHistory: History = { failures: 0, shortConnections: 0, takeovers: 0, hostIsUp: false };

/** A connection that lasted this long does not count as a failed attempt. */
const stableMs = 10_000;
/** MQTT 3.1.1 does not report a takeover, nor does Mosquitto before 2.0.15: this many short connections suggest one. */
const suspiciousShortConnections = 4;

const hostDownBackoff: BackoffPolicy = { firstMs: 1000, maxMs: 30_000 };
/** A broker that restarts on a machine that is up will be back soon, and failed attempts are cheap there. */
const hostUpBackoff: BackoffPolicy = { firstMs: 1000, maxMs: 5000 };
/** Two bridges with one client id disconnect each other; growing pauses limit that. */
const contestedBackoff: BackoffPolicy = { firstMs: 30_000, maxMs: 600_000 };
/** With its jitter. */
const shortestContestedPauseMs = 0.75 * contestedBackoff.firstMs;
/** The other client waits as well: only a connection that outlasts its longest pause is safe. */
const undisturbedMs = 2 * contestedBackoff.maxMs;

export function remember(history: History, ended: Ended): History {
  if (ended.kind === "failed") {
    return { ...history, failures: history.failures + 1, shortConnections: 0, hostIsUp: ended.hostIsUp };
  }
  if (ended.kind === "taken-over") {
    const before = ended.lastedMs >= undisturbedMs ? 0 : history.takeovers;
    return { failures: 0, shortConnections: 0, takeovers: before + 1, hostIsUp: true };
  }
  // The other one of two bridges only waited, since it suspects us: it came back and disconnected us again.
  const isReturn =
    ended.kind === "dropped" &&
    history.shortConnections >= suspiciousShortConnections - 1 &&
    ended.lastedMs >= shortestContestedPauseMs &&
    ended.lastedMs < undisturbedMs;
  if (isReturn) return { ...history, shortConnections: history.shortConnections + 1 };
  if (ended.lastedMs >= stableMs) return noHistory;
  return {
    ...history,
    failures: history.failures + 1,
    shortConnections: ended.kind === "dropped" ? history.shortConnections + 1 : 0,
    hostIsUp: true,
  };
}

export function isContested(history: History): boolean {
  return history.takeovers > 0 || history.shortConnections >= suspiciousShortConnections;
}

export function pauseMs(history: History, random: number): number {
  if (!isContested(history)) {
    const policy = history.hostIsUp ? hostUpBackoff : hostDownBackoff;
    return backoffMs(policy, Math.max(1, history.failures), random);
  }
  const times = Math.max(history.takeovers, history.shortConnections - suspiciousShortConnections + 1);
  return backoffMs(contestedBackoff, times, random);
}
