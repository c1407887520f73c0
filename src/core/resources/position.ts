/** The position last published: what the next one is measured against. */
export interface ShownPosition {
  readonly seconds: number | undefined;
  readonly at: number;
}

/** A position as last read, to tell a seek from playing on. */
export interface SeenPosition {
  readonly seconds: number;
  readonly at: number;
}

/** Playing on for a while and being read a little late differ by less than this; a seek by more. */
const seekSeconds = 3;

/** Readings as frequent as published positions are now a little late and now a little early: that skips none. */
const punctuality = 0.9;

/** What a position belongs to. */
interface Moving {
  readonly isPlaying: boolean;
  readonly key: string;
  readonly positionSeconds: number | undefined;
}

/** The last positions of a film or of music. */
interface Positions {
  readonly shown: ShownPosition | undefined;
  readonly seen: SeenPosition | undefined;
}

/** The published position moves at most once per interval while it plays on, and at once on everything else. */
export function followPosition(
  { shown, seen }: Positions,
  before: Moving,
  after: Moving,
  now: number,
  positionIntervalMs: number,
): Positions {
  const seconds = after.positionSeconds;
  const keepsShown =
    shown !== undefined &&
    playsOn(before, after, seen, now) &&
    now - shown.at < positionIntervalMs * punctuality;
  return {
    seen: seconds === undefined ? undefined : { seconds, at: now },
    shown: keepsShown ? shown : { seconds, at: now },
  };
}

function playsOn(before: Moving, after: Moving, seen: SeenPosition | undefined, now: number): boolean {
  if (!before.isPlaying || !after.isPlaying || before.key !== after.key) return false;
  if (seen === undefined || after.positionSeconds === undefined) return false;
  const expected = seen.seconds + (now - seen.at) / 1000;
  return Math.abs(after.positionSeconds - expected) <= seekSeconds;
}
