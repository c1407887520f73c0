/** What is counted about one player. */
export interface PlayerStats {
  polls: number;
  unchanged: number;
  failures: number;
  malformed: number;
  commands: number;
  /** Milliseconds that the last answer took. */
  latencyMs: number | undefined;
  lastAnswerAt: number | undefined;
}

/** Nothing counted yet. */
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
