import type { Change } from "./resource.ts";

export type LastPlayed = "video" | "music" | undefined;

/** When film and music change hands, one of them may follow the other this much later. */
export const handOverMs = 2500;

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

/** Readings arrive a little early or late; with this tolerance none is skipped. */
const intervalTolerance = 0.9;

/** A film or track, and the position in it. */
interface Playhead {
  readonly isPlaying: boolean;
  readonly key: string;
  readonly positionSeconds: number | undefined;
}

interface Positions {
  readonly shown: ShownPosition | undefined;
  readonly seen: SeenPosition | undefined;
}

/** A position changes at most once per interval during normal playback; any other change is published at once. */
export function followPosition<Value>(
  { shown, seen }: Positions,
  { before, after, now, positionIntervalMs }: Change<Value>,
  playheadOf: (value: Value) => Playhead,
): Positions {
  const playhead = playheadOf(after);
  const seconds = playhead.positionSeconds;
  const keepsShown =
    shown !== undefined &&
    before !== undefined &&
    isContinuous(playheadOf(before), playhead, seen, now) &&
    now - shown.at < positionIntervalMs * intervalTolerance;
  return {
    seen: seconds === undefined ? undefined : { seconds, at: now },
    shown: keepsShown ? shown : { seconds, at: now },
  };
}

function isContinuous(
  before: Playhead,
  after: Playhead,
  seen: SeenPosition | undefined,
  now: number,
): boolean {
  if (!before.isPlaying || !after.isPlaying || before.key !== after.key) return false;
  if (seen === undefined || after.positionSeconds === undefined) return false;
  const expected = seen.seconds + (now - seen.at) / 1000;
  return Math.abs(after.positionSeconds - expected) <= seekSeconds;
}

/** A position with which later ones are compared. */
export interface ComparedPosition {
  readonly key: string;
  readonly seconds: number;
  readonly at: number;
}

/** Positions are whole seconds, and answers take time: a position that advances shows after this long. */
const comparedAfterMs = 2000;

/** Compares a position with an earlier one: whether it has moved, and the position that the next one is compared with. */
export function comparePosition(
  before: ComparedPosition | undefined,
  { key, positionSeconds: seconds }: Playhead,
  now: number,
): { readonly hasMoved: boolean | undefined; readonly compared: ComparedPosition | undefined } {
  if (seconds === undefined) return { hasMoved: undefined, compared: undefined };
  const here = { key, seconds, at: now };
  if (before === undefined || before.key !== key) return { hasMoved: undefined, compared: here };
  const passedMs = now - before.at;
  const moved = seconds - before.seconds;
  // A seek does not show whether it plays.
  if (moved < 0 || moved > passedMs / 1000 + seekSeconds) return { hasMoved: undefined, compared: here };
  if (passedMs < comparedAfterMs) return { hasMoved: undefined, compared: before };
  return { hasMoved: moved > 0, compared: here };
}
