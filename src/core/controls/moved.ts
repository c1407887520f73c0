import type { ResourceName } from "../resources/player.ts";
import type { KnownPlayer } from "./known-player.ts";
import type { Decision, Effect } from "./effect.ts";
import { type Amount, parseAmount } from "./amount.ts";
import { failed, rejected } from "./control.ts";

/** Something that plays, as far as a position is concerned. */
export interface Moving {
  readonly isPlaying: boolean;
  readonly key: string;
  readonly positionSeconds: number | undefined;
  readonly durationSeconds: number | undefined;
}

/** Where it would be by now if nobody had touched it. */
function untouched(before: Moving, readAt: number, now: number): number {
  return (before.positionSeconds ?? 0) + (before.isPlaying ? (now - readAt) / 1000 : 0);
}

/** Playing on and being read late differ by less than this; a jump by more. */
const jumpSeconds = 3;
/** A seek ends at the next place where a picture begins, which may be so far away. */
const keyFrameSeconds = 15;

/** Looks at what plays; undefined while nothing does. */
type Look = (session: KnownPlayer) => Moving | undefined;

/** What shows a step: another one plays, or the same from another place. */
export function movedOn(
  look: Look,
  proof: ResourceName,
  before: Moving,
  session: KnownPlayer,
  isBack: boolean,
): Pick<Effect, "proof" | "isShown" | "isBelieved"> {
  const isShown = hasMovedOn(look, proof, before, session);
  return { proof, isShown, isBelieved: isBack && hasJustBegun(before) };
}

function hasMovedOn(look: Look, proof: ResourceName, before: Moving, { resources }: KnownPlayer) {
  const readAt = resources[proof].triedAt;
  return (session: KnownPlayer): boolean => {
    const after = look(session);
    if (after === undefined || after.key !== before.key) return true;
    if (after.positionSeconds === undefined) return false;
    // Behind where it would be is also a player that has to wait for its data; behind where it was is none.
    const expected = untouched(before, readAt, session.resources[proof].triedAt);
    const isBack = after.positionSeconds < (before.positionSeconds ?? 0);
    return isBack || after.positionSeconds > expected + jumpSeconds;
  };
}

/** Whether it has only begun: who goes back from there to the same beginning seems to have stayed. */
function hasJustBegun({ positionSeconds }: Moving): boolean {
  return positionSeconds !== undefined && positionSeconds < jumpSeconds;
}

/** Whether it is nearer to where it was sent than to where it would be anyway. */
export function hasSought(
  look: Look,
  proof: ResourceName,
  before: Moving,
  targetSeconds: number,
  { resources }: KnownPlayer,
) {
  const readAt = resources[proof].triedAt;
  return (session: KnownPlayer): boolean => {
    const after = look(session)?.positionSeconds;
    if (after === undefined) return false;
    const now = session.resources[proof].triedAt;
    const drift = before.isPlaying ? (now - readAt) / 1000 : 0;
    const miss = Math.abs(after - targetSeconds - drift);
    return miss <= keyFrameSeconds && miss <= Math.abs(after - untouched(before, readAt, now));
  };
}

/** A position that was asked for. */
export const positionWanted = "seconds such as 90, or a step such as +30 or -10";

/** Reads a position. */
export function readPosition(request: string): Amount | undefined {
  const amount = parseAmount(request);
  return amount !== undefined && (amount.isRelative || amount.value >= 0) ? amount : undefined;
}

/** Where a seek goes, within what plays: a step back stops at the beginning, everything else outside is refused. */
export function seekTarget({ isRelative, value }: Amount, playing: Moving): number | Decision {
  const { positionSeconds, durationSeconds } = playing;
  if (!isRelative) return within(value, durationSeconds);
  return positionSeconds === undefined
    ? failed("the player does not report its position: ask for a position in seconds")
    : within(Math.max(0, positionSeconds + value), durationSeconds);
}

function within(seconds: number, durationSeconds: number | undefined): number | Decision {
  if (durationSeconds === undefined || seconds <= durationSeconds) return seconds;
  return rejected(`out of range: ${seconds} is not within 0 to ${durationSeconds} seconds`);
}
