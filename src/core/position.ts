import type { VideoStatus } from "./player.ts";
import type { SeenPosition, Session, SessionPolicy } from "./session.ts";

/** Playing on for a while and being read a little late differ by less than this; a seek by more. */
const seekSeconds = 3;

type Positions = Pick<Session, "shownPosition" | "seenPosition">;

/**
 * The positions after a video status was read: the one shown moves at most once per interval while a video plays on,
 * and at once on everything else.
 */
export function followPosition(
  session: Session,
  video: VideoStatus,
  now: number,
  policy: SessionPolicy,
): Positions {
  const seconds = video.positionSeconds;
  const seenPosition = seconds === undefined ? undefined : { seconds, at: now };
  const shown = session.shownPosition;
  const keepsShown =
    shown !== undefined &&
    playsOn(session.player.video, video, session.seenPosition, now) &&
    now - shown.at < policy.positionIntervalMs;
  return { seenPosition, shownPosition: keepsShown ? shown : { seconds, at: now } };
}

function playsOn(
  before: VideoStatus | undefined,
  after: VideoStatus,
  seen: SeenPosition | undefined,
  now: number,
): boolean {
  if (before?.state !== "playing" || after.state !== "playing" || before.title !== after.title) return false;
  if (seen === undefined || after.positionSeconds === undefined) return false;
  const expected = seen.seconds + (now - seen.at) / 1000;
  return Math.abs(after.positionSeconds - expected) <= seekSeconds;
}
