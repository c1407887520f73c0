import type { Command } from "../core/controls/command.ts";
import { ceilingOf } from "../core/controls/volume.ts";
import type { ResumableState, TemporaryVolume } from "../core/resources/resumable-state.ts";
import type { ResourceName } from "../core/resources/player.ts";
import { volumeOf, volumeSource } from "../core/resources/video-volume.ts";
import type { Outcome, StepOutcome } from "../core/controls/effect.ts";
import type { Session } from "../core/session/session.ts";
import type { Clock } from "../lib/clock.ts";
import type { InternalCommands } from "./internal-commands.ts";

/** What a routine needs that gives commands to a player by itself. */
export interface RoutineTools {
  readonly clock: Clock;
  readonly commands: InternalCommands;
  readonly state: () => Session;
  /** Whether a command is under way, or waits. */
  readonly isBusy: () => boolean;
  /** Reads these next. */
  readonly readNow: (names: readonly ResourceName[]) => void;
  /** Keeps what has to be resumed after a start of the bridge. */
  readonly store: (change: ResumableState) => void;
  readonly settle: (command: Command, outcome: Outcome) => void;
}

/** A player that was unplugged does not get its volume back after this long. */
export const longestAwayMs = 24 * 3_600_000;
const mostTries = 5;

export function hasWorked({ kind }: Outcome): boolean {
  return kind === "applied" || kind === "unchanged";
}

/** The level that the player reported last; undefined where it cannot be set. */
export function levelOf(session: Session): number | undefined {
  const volume = volumeOf(session);
  return volume?.restriction === undefined ? volume?.level : undefined;
}

/** Whether the player has reported its volume since. */
export function isReadSince(session: Session, since: number): boolean {
  const { triedAt, hasFailed } = session.resources[volumeSource(session) ?? "music"];
  return session.presence.availability === "online" && triedAt > since && !hasFailed;
}

/** Whether the player reports its volume from now on; a request without an answer is no report. */
export function nextReading({ clock, state }: Pick<RoutineTools, "clock" | "state">): () => boolean {
  let since = clock.now();
  return () => {
    if (state().presence.failure !== undefined) since = clock.now();
    return isReadSince(state(), since);
  };
}

/** Whether a level is the one that the bridge has set: nobody has touched it. */
export function isUntouched({ set, from }: TemporaryVolume, level: number | undefined): boolean {
  return level === set || level === from;
}

/**
 * Gives a player its volume back, but no more than it may have, unless somebody has touched it. One that is off gets it
 * when it is back. Ends early if `isObsolete`; whether it is done.
 */
export async function restoreVolume(
  temporary: TemporaryVolume,
  { clock, commands, state }: RoutineTools,
  isObsolete: () => boolean,
  signal: AbortSignal,
  collected?: StepOutcome[],
): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const volume = volumeOf(state());
    if (volume === undefined || !isUntouched(temporary, levelOf(state()))) return true;
    const level = Math.min(temporary.before, ceilingOf(volume, state().config.maxVolumePercent));
    if (level === levelOf(state())) return true;
    const isBack = nextReading({ clock, state });
    const outcome = await commands.run("volume/level", `=${level}`, collected);
    if (hasWorked(outcome) || outcome.kind === "rejected") return true;
    await commands.until(() => isObsolete() || isBack(), longestAwayMs, signal);
    if (signal.aborted || isObsolete()) return false;
    if (!isBack()) return true;
  }
  return true;
}
