interface Pause {
  readonly begunAt: number;
  readonly endsAt: number;
}

/** No player and no broker is left alone for longer. */
const longestPauseMs = 30_000;

/**
 * When the bridge will try again with whom, in its own words: each request or connection that failed stands in its
 * debug log, with the time until the next. What it says it is held to.
 */
export class Pauses {
  readonly #pauses = new Map<string, Pause[]>();
  /** Pauses that are longer than any may be. */
  readonly excessive: string[] = [];

  /** Takes in a line of the log. */
  hear(fields: object, message: string): void {
    const who = "player" in fields ? String(fields.player) : "broker";
    const now = performance.now();
    if (message === "connected to the broker") this.#cutShort(who, now);
    if (!("nextInMs" in fields)) return;
    const begunAt = now;
    const pauseMs = Number(fields.nextInMs);
    // Not "at most", so that what is no number is found out.
    if (!(pauseMs <= longestPauseMs)) this.excessive.push(`${who} is left alone for ${pauseMs} ms`);
    const pauses = this.#pauses.get(who) ?? [];
    pauses.push({ begunAt, endsAt: begunAt + pauseMs });
    this.#pauses.set(who, pauses);
  }

  /** When the last pause ends that began before a moment; minus infinity without any. */
  endOf(who: string, beganBefore: number): number {
    const last = this.#pauses.get(who)?.findLast(({ begunAt }) => begunAt <= beganBefore);
    return last?.endsAt ?? Number.NEGATIVE_INFINITY;
  }

  /** Who is there needs no rest any more. It did until now: what was looked at meanwhile is judged by that. */
  #cutShort(who: string, now: number): void {
    const pauses = this.#pauses.get(who) ?? [];
    this.#pauses.set(
      who,
      pauses.map(({ begunAt, endsAt }) => ({ begunAt, endsAt: Math.min(endsAt, now) })),
    );
  }
}
