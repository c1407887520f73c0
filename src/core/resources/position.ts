/** The last published position, with which the next one is compared. */
export interface ShownPosition {
  readonly seconds: number | undefined;
  readonly at: number;
}

/** The last position that was read, to distinguish a seek from normal playback. */
export interface SeenPosition {
  readonly seconds: number;
  readonly at: number;
}

/** Normal playback and a slightly late poll differ by less than this; a seek by more. */
const seekSeconds = 3;

/**
 * Readings at the interval of published positions arrive a little early or late; with this tolerance none is skipped.
 */
const intervalTolerance = 0.9;

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

/**
 * During normal playback the published position changes at most once per interval; any other change is published at
 * once.
 */
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
    now - shown.at < positionIntervalMs * intervalTolerance;
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
