/** The time of a simulated player: playback advances by it, and what the player does later waits on it. */
export interface SimulatorClock {
  readonly now: () => number;
  /** Calls back once after `ms`; returns a function that cancels. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

/** The maximum delay of setTimeout; a longer one would fire at once. */
const longestDelayMs = 2 ** 31 - 1;

export function clockOf({ now = Date.now, after = afterRealTime }: Partial<SimulatorClock>): SimulatorClock {
  return { now, after };
}

function afterRealTime(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, Math.min(ms, longestDelayMs));
  return () => {
    clearTimeout(timer);
  };
}
