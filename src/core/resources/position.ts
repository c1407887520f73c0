import type { MusicState, VideoStatus } from "./player.ts";
import type { SeenPosition, Session, SessionPolicy, ShownPosition } from "../session/session.ts";

/** Playing on for a while and being read a little late differ by less than this; a seek by more. */
const seekSeconds = 3;

/** Readings that come as often as positions are shown are now a little late and now a little early: that skips none. */
const punctuality = 0.9;

/** What a position belongs to. */
interface Moving {
  readonly isPlaying: boolean;
  readonly key: string;
  readonly positionSeconds: number | undefined;
}

interface Positions {
  readonly shown: ShownPosition | undefined;
  readonly seen: SeenPosition | undefined;
}

/** The positions after a video status was read. */
export function followVideo(
  session: Session,
  video: VideoStatus,
  now: number,
  policy: SessionPolicy,
): Pick<Session, "shownPosition" | "seenPosition"> {
  const before = { shown: session.shownPosition, seen: session.seenPosition };
  const { shown, seen } = follow(before, videoOf(session.player.video), videoOf(video), now, policy);
  return { shownPosition: shown, seenPosition: seen };
}

/** The positions after the music was read. */
export function followMusic(
  session: Session,
  music: MusicState,
  now: number,
  policy: SessionPolicy,
): Pick<Session, "shownMusicPosition" | "seenMusicPosition"> {
  const before = { shown: session.shownMusicPosition, seen: session.seenMusicPosition };
  const { shown, seen } = follow(before, musicOf(session.player.state), musicOf(music), now, policy);
  return { shownMusicPosition: shown, seenMusicPosition: seen };
}

function videoOf(video: VideoStatus | undefined): Moving {
  return {
    isPlaying: video?.state === "playing",
    key: video?.title ?? "",
    positionSeconds: video?.positionSeconds,
  };
}

function musicOf(music: MusicState | undefined): Moving {
  return {
    isPlaying: music?.playing === "playing",
    key: music?.track.key ?? "",
    positionSeconds: music?.positionSeconds,
  };
}

/** The position shown moves at most once per interval while it plays on, and at once on everything else. */
function follow(
  { shown, seen }: Positions,
  before: Moving,
  after: Moving,
  now: number,
  policy: SessionPolicy,
): Positions {
  const seconds = after.positionSeconds;
  const keepsShown =
    shown !== undefined &&
    playsOn(before, after, seen, now) &&
    now - shown.at < policy.positionIntervalMs * punctuality;
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
