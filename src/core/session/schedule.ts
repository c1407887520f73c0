/** When the player is read and how often, as far as that holds for all its resources. */
export interface Schedule {
  /** No poll before this moment: the gap between requests, or the back-off. */
  readonly quietUntil: number;
  /** Until then, reads follow one another with shorter gaps, since a command was sent. */
  readonly shortGapsUntil: number;
  /** The player was used recently, so it is polled at every tick until then. */
  readonly activeUntil: number;
  /** Up to this moment, the requests so far would have been right on average; undefined while none was counted. */
  readonly requestBudgetUntil: number | undefined;
}

/** After a change, a player counts as active for this long. */
const attentionMs = 120_000;

/** For this long after a command, reads follow one another with shorter gaps. */
const shortGapsForMs = 1500;

/** The share of the usual gap between requests after a command, since somebody waits for its effect. */
const shortGapShare = 1 / 3;

export function newSchedule(startAt: number): Schedule {
  return {
    quietUntil: startAt,
    shortGapsUntil: Number.NEGATIVE_INFINITY,
    activeUntil: Number.NEGATIVE_INFINITY,
    requestBudgetUntil: undefined,
  };
}

export function withQuiet(schedule: Schedule, at: number): Schedule {
  return { ...schedule, quietUntil: at };
}

export function withGap(schedule: Schedule, now: number, usualMs: number): Schedule {
  const gapMs = now < schedule.shortGapsUntil ? usualMs * shortGapShare : usualMs;
  return { ...schedule, quietUntil: now + gapMs };
}

export function withShortGaps(schedule: Schedule, now: number): Schedule {
  return { ...schedule, shortGapsUntil: now + shortGapsForMs };
}

/** Marks the player as in use or watched, so it is polled more often for a while. */
export function withAttention(schedule: Schedule, now: number): Schedule {
  return { ...schedule, activeUntil: now + attentionMs };
}

/** Lets everything be read once before requests are counted again. */
export function uncounted(schedule: Schedule): Schedule {
  return { ...schedule, requestBudgetUntil: undefined };
}
