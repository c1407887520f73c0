import type { PositionView } from "../../src/extensions/page/wire.ts";

export interface PlayheadProps {
  readonly position: PositionView;
  readonly durationSeconds: number | undefined;
  readonly isMoving: boolean;
}

/** The position now: the page advances it by itself between two messages. */
export function secondsAt({ position, durationSeconds = 0, isMoving }: PlayheadProps, now: number): number {
  const seconds = position.seconds + (isMoving ? Math.max(0, now - position.at) / 1000 : 0);
  return durationSeconds > 0 ? Math.min(seconds, durationSeconds) : seconds;
}
