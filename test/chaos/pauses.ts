interface Pause {
  readonly begunAt: number;
  readonly endsAt: number;
}

/** The longest back-off for a player or the broker. */
const longestPauseMs = 30_000;

/**
 * The back-off that the bridge announces: its debug log has a line for each failed request or connection, with the time
 * until the next attempt. The harness holds the bridge to it.
 */
export class Pauses {
  readonly #pauses = new Map<string, Pause[]>();
  /** Pauses above the limit. */
  readonly excessive: string[] = [];

  /** Reads a line of the log. */
  hear(fields: object, message: string): void {
    const who = "player" in fields ? String(fields.player) : "broker";
    const now = performance.now();
    if (message === "connected to the broker") this.#cutShort(who, now);
    if (!("nextInMs" in fields)) return;
    const begunAt = now;
    const pauseMs = Number(fields.nextInMs);
    // Negated, so that NaN counts as excessive, too.
    if (!(pauseMs <= longestPauseMs)) this.excessive.push(`${who} is left alone for ${pauseMs} ms`);
    const pauses = this.#pauses.get(who) ?? [];
    pauses.push({ begunAt, endsAt: begunAt + pauseMs });
    this.#pauses.set(who, pauses);
  }

  /** The end of the last pause that began before a moment; minus infinity if there is none. */
  endOf(who: string, beganBefore: number): number {
    const last = this.#pauses.get(who)?.findLast(({ begunAt }) => begunAt <= beganBefore);
    return last?.endsAt ?? Number.NEGATIVE_INFINITY;
  }

  /** A successful connection ends the pause. The pause still counts up to now, since earlier checks depend on it. */
  #cutShort(who: string, now: number): void {
    const pauses = this.#pauses.get(who) ?? [];
    this.#pauses.set(
      who,
      pauses.map(({ begunAt, endsAt }) => ({ begunAt, endsAt: Math.min(endsAt, now) })),
    );
  }
}
