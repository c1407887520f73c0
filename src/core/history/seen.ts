/** Parts of a film or a track that were really seen, in seconds, in order and apart from each other. */
export type Seen = readonly (readonly [from: number, to: number])[];

/** The position of a film or a track as it was last told, and when. */
export interface PositionSample {
  readonly positionSeconds: number | undefined;
  readonly at: number;
  readonly isPlaying: boolean;
  /** How much further than the time that passed the position may be: players tell whole seconds, and not at once. */
  readonly slackSeconds: number;
  /** It is from an earlier run, so only the date tells how long ago that was. */
  readonly isRemembered: boolean;
  /** Where it should be by now, if nothing happened that the player would have told. */
  readonly assumedSeconds?: number | undefined;
}

export interface Playhead {
  readonly isPlaying: boolean;
  readonly positionSeconds: number | undefined;
}

/** Between two readings that are closer, nothing fits that matters. */
const closeSeconds = 15;
const slackSeconds = 2;
/** Over a longer time, the position has to be where playing brings it; clocks differ a little. */
const toleranceSeconds = 3;
const clockTolerance = 0.01;
/** A film that is watched in more pieces loses the shortest. */
const mostParts = 40;

export function newSample({ isPlaying, positionSeconds }: Playhead, at: number): PositionSample {
  return { positionSeconds, at, isPlaying, slackSeconds, isRemembered: false };
}

/** What was played between two readings: the part, or undefined after a pause, a seek, a jump or a standstill. */
export function playedPart(
  before: PositionSample,
  after: Playhead,
  now: number,
): { readonly part: readonly [number, number] | undefined; readonly sample: PositionSample } {
  const sample = newSample(after, now);
  const [from, to] = [before.positionSeconds, after.positionSeconds];
  if (!before.isPlaying || from === undefined || to === undefined) return { part: undefined, sample };
  const passed = (now - before.at) / 1000;
  const advanced = to - from;
  if (passed < 0 || advanced < 0) return { part: undefined, sample };
  if (before.isRemembered || passed > closeSeconds) {
    const isPlayedThrough = Math.abs(advanced - passed) <= toleranceSeconds + passed * clockTolerance;
    return { part: isPlayedThrough ? [from, to] : undefined, sample };
  }
  const budget = before.slackSeconds + passed;
  if (advanced > budget) return { part: undefined, sample };
  // Unused time is no credit for a jump.
  return { part: [from, to], sample: { ...sample, slackSeconds: Math.min(budget - advanced, slackSeconds) } };
}

/** Adds a part; what was seen before counts once. */
export function withPart(seen: Seen, [from, to]: readonly [number, number]): Seen {
  if (to <= from) return seen;
  const earlier = seen.filter(([, end]) => end < from);
  const later = seen.filter(([start]) => start > to);
  const touching = seen.slice(earlier.length, seen.length - later.length);
  const joined = [
    Math.min(from, touching[0]?.[0] ?? from),
    Math.max(to, touching.at(-1)?.[1] ?? to),
  ] as const;
  const all = [...earlier, joined, ...later];
  if (all.length <= mostParts) return all;
  const shortest = Math.min(...all.map(([start, end]) => end - start));
  const place = all.findIndex(([start, end]) => end - start === shortest);
  return all.toSpliced(place, 1);
}

export function seenSeconds(seen: Seen): number {
  return Math.round(seen.reduce((sum, [from, to]) => sum + to - from, 0) * 10) / 10;
}
