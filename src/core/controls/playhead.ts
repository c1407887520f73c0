import type { Call } from "./call.ts";
import type { KnownPlayer } from "./known-player.ts";
import { act, type Decision, type Effect } from "./effect.ts";
import { type Amount, parseAmount } from "./amount.ts";
import { type Control, defineControl, failed, rejected, unknown } from "./control.ts";
import { translatable } from "../../lib/phrase.ts";

export const stateWords = {
  playing: translatable("state.playing", "playing"),
  paused: translatable("state.paused", "paused"),
  idle: translatable("state.idle", "idle"),
  unknown,
} as const;

export interface Playhead {
  readonly isPlaying: boolean;
  readonly key: string;
  readonly positionSeconds: number | undefined;
  readonly durationSeconds: number | undefined;
}

export const playingNotReported = failed(
  translatable("unreported.playing", "the player has not reported what it plays"),
);

/** The expected position without a seek. */
function expectedSeconds(before: Playhead, readAt: number, now: number): number {
  return (before.positionSeconds ?? 0) + (before.isPlaying ? (now - readAt) / 1000 : 0);
}

/** Normal playback and a late poll differ from the expected position by less than this; a jump by more. */
export const jumpSeconds = 3;
/** A seek ends at the next key frame, which may be this far away. */
const keyFrameSeconds = 15;

type Medium = "music" | "video";

/** The track or the film that plays or is paused; undefined for none. */
export function playheadOf({ player: { music, video } }: KnownPlayer, medium: Medium): Playhead | undefined {
  if (medium === "video") {
    if (video === undefined || video.state === "idle") return undefined;
    const { key, positionSeconds, durationSeconds } = video;
    return { isPlaying: video.state === "playing", key, positionSeconds, durationSeconds };
  }
  if (music === undefined || music.playing === "idle") return undefined;
  const { track, positionSeconds, durationSeconds } = music;
  return { isPlaying: music.playing === "playing", key: track.key, positionSeconds, durationSeconds };
}

/** Whether a step worked: another entry plays, or the same one from another position. */
export function stepProof(
  proof: Medium,
  before: Playhead,
  { resources }: KnownPlayer,
  isBack: boolean,
): Pick<Effect, "proof" | "isShown" | "isAnswerEnough"> {
  const readAt = resources[proof].triedAt;
  const isShown = (session: KnownPlayer): boolean => {
    const after = playheadOf(session, proof);
    if (after === undefined || after.key !== before.key) return true;
    if (after.positionSeconds === undefined) return false;
    // Comparing with the expected position alone would mistake a player that waits for data for one that jumped back.
    const expected = expectedSeconds(before, readAt, session.resources[proof].triedAt);
    const hasGoneBack = after.positionSeconds < (before.positionSeconds ?? 0);
    return hasGoneBack || after.positionSeconds > expected + jumpSeconds;
  };
  return { proof, isShown, isAnswerEnough: isBack && hasJustBegun(before) };
}

/** Goes to the next or the previous entry. */
export function step(
  call: Call,
  proof: Medium,
  before: Playhead,
  session: KnownPlayer,
  isBack: boolean,
): Decision {
  const titleOf = ({ player: { music, video } }: KnownPlayer): string | undefined =>
    proof === "music" ? music?.track.title : video?.title;
  return act(call, {
    ...stepProof(proof, before, session, isBack),
    shown: (later) =>
      translatable("shown.same-place", 'the same place in "{title}"', { title: titleOf(later) ?? "" }),
  });
}

/** Whether playback has only just begun: a jump back to the beginning looks like no jump then. */
function hasJustBegun({ positionSeconds }: Playhead): boolean {
  return positionSeconds !== undefined && positionSeconds < jumpSeconds;
}

interface SeekSpec {
  readonly resource: Medium;
  readonly operation: "seekMusic" | "seekVideo";
  readonly nothingPlays: Decision;
  /** The decision if the player denies to seek now. */
  readonly denied?: (session: KnownPlayer) => Decision | undefined;
}

export function seekControl(spec: SeekSpec): Control {
  const { resource, operation, nothingPlays, denied = () => undefined } = spec;
  return defineControl({
    expected: "seconds such as 90, or a step such as +30 or -10",
    about:
      "seconds, or a step: `90`, `+30`, `-10`. A position beyond the end is rejected; a step back stops at the beginning",
    examples: ["+30", "-10"],
    resource,
    operations: [operation],
    fresh: [resource],
    read: readPosition,
    isStep: ({ isRelative }) => isRelative,
    decide: (amount, session) => {
      if (session.player[resource] === undefined) return playingNotReported;
      const before = playheadOf(session, resource);
      if (before === undefined) return nothingPlays;
      const denial = denied(session);
      if (denial !== undefined) return denial;
      const seconds = seekTarget(amount, before);
      if (typeof seconds !== "number") return seconds;
      return act(
        { operation, seconds },
        {
          proof: resource,
          isShown: hasReachedTarget(resource, before, seconds, session),
          shown: ({ player }) =>
            translatable("shown.seconds", "{seconds} seconds", {
              seconds: player[resource]?.positionSeconds ?? unknown,
            }),
        },
      );
    },
  });
}

/** Whether the position is nearer to the target than to the expected position. */
function hasReachedTarget(
  proof: Medium,
  before: Playhead,
  targetSeconds: number,
  { resources }: KnownPlayer,
) {
  const readAt = resources[proof].triedAt;
  return (session: KnownPlayer): boolean => {
    const after = playheadOf(session, proof)?.positionSeconds;
    if (after === undefined) return false;
    // A player that waits for data shows the position from before, soon as far behind as after a step back.
    if (after === before.positionSeconds && after !== targetSeconds) return false;
    const now = session.resources[proof].triedAt;
    const drift = before.isPlaying ? (now - readAt) / 1000 : 0;
    const miss = Math.abs(after - targetSeconds - drift);
    return miss <= keyFrameSeconds && miss <= Math.abs(after - expectedSeconds(before, readAt, now));
  };
}

function readPosition(request: string): Amount | undefined {
  const amount = parseAmount(request);
  return amount !== undefined && (amount.isRelative || amount.value >= 0) ? amount : undefined;
}

/** The target of a seek. A step back stops at the beginning; any other position outside the range is refused. */
function seekTarget({ isRelative, value }: Amount, playing: Playhead): number | Decision {
  const { positionSeconds, durationSeconds } = playing;
  if (!isRelative) return within(value, durationSeconds);
  return positionSeconds === undefined
    ? failed(
        translatable(
          "unreported.position",
          "the player does not report its position: set a position in seconds",
        ),
      )
    : within(Math.max(0, positionSeconds + value), durationSeconds);
}

function within(seconds: number, durationSeconds: number | undefined): number | Decision {
  if (durationSeconds === undefined || seconds <= durationSeconds) return seconds;
  return rejected(
    translatable("position.outside", "out of range: {seconds} is not within 0 to {duration} seconds", {
      seconds,
      duration: durationSeconds,
    }),
  );
}
