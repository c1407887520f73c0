import { DeviceError } from "../core/errors.ts";
import type { Answer } from "../core/resources/player.ts";

/** Counters of one player. */
export interface PlayerStats {
  polls: number;
  unchanged: number;
  failures: number;
  malformed: number;
  commands: number;
  /** The duration of the last answer. */
  latencyMs: number | undefined;
  lastAnswerAt: number | undefined;
}

export function newPlayerStats(): PlayerStats {
  return {
    polls: 0,
    unchanged: 0,
    failures: 0,
    malformed: 0,
    commands: 0,
    latencyMs: undefined,
    lastAnswerAt: undefined,
  };
}

/** Counts the result of a poll. */
export function countResult(stats: PlayerStats, result: Answer | DeviceError, now: number): void {
  stats.polls += 1;
  if (result instanceof DeviceError) {
    if (result.answered) stats.malformed += 1;
    else stats.failures += 1;
    return;
  }
  stats.lastAnswerAt = now;
  if (result.kind === "unchanged") stats.unchanged += 1;
}
