import { type BackoffPolicy, backoffMs } from "../lib/backoff.ts";

/** How a connection, or the attempt to make one, ended. */
export type Ended =
  | { readonly kind: "failed" }
  | { readonly kind: "lost" | "dropped" | "taken-over"; readonly livedMs: number };

/** What is remembered of the ends so far. */
export interface History {
  /** Attempts and short connections in a row. */
  readonly failures: number;
  /** Short connections in a row that the broker ended without a word. */
  readonly shortLives: number;
  /** Times in a row that the broker said another client came with our id. */
  readonly takeovers: number;
}

/** Nothing has happened yet. */
export const noHistory: History = { failures: 0, shortLives: 0, takeovers: 0 };

/** A connection that lived this long was no failed attempt. */
const stableMs = 10_000;
/** 3.1.1 has no word for a takeover, and Mosquitto before 2.0.15 never says it: so many short lives look like one. */
const suspiciousShortLives = 3;

const reconnectBackoff: BackoffPolicy = { firstMs: 1000, maxMs: 30_000 };
/** Two bridges with one client id throw each other out; each waits longer and longer instead of fighting. */
const contestedBackoff: BackoffPolicy = { firstMs: 30_000, maxMs: 600_000 };
/** The other one waits as well, so only who lived longer than its longest pause was left alone. */
const peaceMs = 2 * contestedBackoff.maxMs;

/** The history with one more end. */
export function remember(history: History, ended: Ended): History {
  if (ended.kind === "failed") return { ...history, failures: history.failures + 1, shortLives: 0 };
  if (ended.kind === "taken-over") {
    const before = ended.livedMs >= peaceMs ? 0 : history.takeovers;
    return { failures: 0, shortLives: 0, takeovers: before + 1 };
  }
  if (ended.livedMs >= stableMs) return noHistory;
  return {
    ...history,
    failures: history.failures + 1,
    shortLives: ended.kind === "dropped" ? history.shortLives + 1 : 0,
  };
}

/** Whether another client seems to use our id. */
export function isContested(history: History): boolean {
  return history.takeovers > 0 || history.shortLives >= suspiciousShortLives;
}

/** How long to wait before the next attempt. */
export function pauseMs(history: History, random: number): number {
  if (!isContested(history)) return backoffMs(reconnectBackoff, Math.max(1, history.failures), random);
  const times = Math.max(history.takeovers, history.shortLives - suspiciousShortLives + 1);
  return backoffMs(contestedBackoff, times, random);
}
