import { type BackoffPolicy, backoffMs } from "../lib/backoff.ts";

/** How a connection, or the attempt to make one, ended; `isNear` when at least the broker's machine answered. */
export type Ended =
  | { readonly kind: "failed"; readonly isNear: boolean }
  | { readonly kind: "lost" | "dropped" | "taken-over"; readonly livedMs: number };

/** What is remembered of the ends so far. */
export interface History {
  /** Attempts and short connections in a row. */
  readonly failures: number;
  /** Short connections in a row that the broker ended without a word. */
  readonly shortLives: number;
  /** Times in a row that the broker said another client came with our id. */
  readonly takeovers: number;
  /** Whether the last that was heard of the broker shows that its machine is there. */
  readonly isNear: boolean;
}

/** Nothing has happened yet. */
export const noHistory: History = { failures: 0, shortLives: 0, takeovers: 0, isNear: false };

/** A connection that lived this long was no failed attempt. */
const stableMs = 10_000;
/** 3.1.1 has no word for a takeover, and Mosquitto before 2.0.15 never says it: so many short lives look like one. */
const suspiciousShortLives = 4;

const awayBackoff: BackoffPolicy = { firstMs: 1000, maxMs: 30_000 };
/** A broker that restarts on a machine that is up will be back soon, and to ask in vain costs neither side anything. */
const nearBackoff: BackoffPolicy = { firstMs: 1000, maxMs: 5000 };
/** Two bridges with one client id throw each other out; each waits longer and longer instead of fighting. */
const contestedBackoff: BackoffPolicy = { firstMs: 30_000, maxMs: 600_000 };
/** The other one waits as well, so only who lived longer than its longest pause was left alone. */
const peaceMs = 2 * contestedBackoff.maxMs;

/** The history with one more end. */
export function remember(history: History, ended: Ended): History {
  if (ended.kind === "failed") {
    return { ...history, failures: history.failures + 1, shortLives: 0, isNear: ended.isNear };
  }
  if (ended.kind === "taken-over") {
    const before = ended.livedMs >= peaceMs ? 0 : history.takeovers;
    return { failures: 0, shortLives: 0, takeovers: before + 1, isNear: true };
  }
  if (ended.livedMs >= stableMs) return noHistory;
  return {
    ...history,
    failures: history.failures + 1,
    shortLives: ended.kind === "dropped" ? history.shortLives + 1 : 0,
    isNear: true,
  };
}

/** Whether another client seems to use our id. */
export function isContested(history: History): boolean {
  return history.takeovers > 0 || history.shortLives >= suspiciousShortLives;
}

/** How long to wait before the next attempt. */
export function pauseMs(history: History, random: number): number {
  if (!isContested(history)) {
    const policy = history.isNear ? nearBackoff : awayBackoff;
    return backoffMs(policy, Math.max(1, history.failures), random);
  }
  const times = Math.max(history.takeovers, history.shortLives - suspiciousShortLives + 1);
  return backoffMs(contestedBackoff, times, random);
}
