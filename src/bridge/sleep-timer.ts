import { playingKind } from "../core/controls/announce.ts";
import type { Command } from "../core/controls/command.ts";
import { outOfRange } from "../core/controls/control.ts";
import { maxSleepMinutes } from "../core/controls/sleep.ts";
import type { SleepNote } from "../core/resources/resumable-state.ts";
import { volumeOf } from "../core/resources/video-volume.ts";
import type { Session } from "../core/session/session.ts";
import { withReason } from "../lib/phrase.ts";
import { restoreVolume, isReadSince, isUntouched, levelOf, type RoutineTools } from "./restore-volume.ts";

interface SleepTimerOptions extends RoutineTools {
  readonly switchesOff: boolean;
}

const minuteMs = 60_000;
/** The volume fades over the last minute. */
const fadeMs = minuteMs;
const fadeStepMs = 5000;
/** After the bridge was away: somebody may have started something else since. */
const latestMs = 10 * minuteMs;

/** The sleep timer of a player that has none of its own. */
export class SleepTimer {
  readonly #options: SleepTimerOptions;
  /** When the timer ends; undefined while it is off. */
  #endsAt: number | undefined;
  #note: SleepNote | undefined;
  /** Somebody has touched the volume since the fade began, so it does not go on. */
  #isTouched = false;
  /** When a step last failed: until the volume is read again, it may have taken effect. */
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Grows whenever the timer is set. */
  #version = 0;

  constructor(options: SleepTimerOptions) {
    this.#options = options;
  }

  set(command: Command): void {
    const { clock, commands, state, settle } = this.#options;
    const minutes = Number(command.request);
    if (minutes > maxSleepMinutes) {
      const decision = outOfRange(minutes, 0, maxSleepMinutes);
      if (decision.kind === "settle") settle(command, decision.outcome);
      return;
    }
    const { availability, failure } = state().presence;
    if (minutes > 0 && availability === "offline" && failure !== undefined) {
      settle(command, { kind: "failed", ...withReason(failure.phrase) });
      return;
    }
    if (minutes === 0 && this.#endsAt === undefined) {
      settle(command, { kind: "unchanged" });
      return;
    }
    const leftMs = minutes * minuteMs;
    const endsAt = new Date(clock.date().getTime() + leftMs).toISOString();
    this.#version += 1;
    this.#isTouched = false;
    this.#endsAt = minutes === 0 ? undefined : clock.now() + leftMs;
    if (minutes > 0) this.#keep({ endsAt, volume: this.#note?.volume });
    // The volume is still to be given back.
    else this.#keep(this.#note?.volume && { endsAt, volume: this.#note.volume });
    settle(command, { kind: "applied" });
    commands.changed();
  }

  resume(note: SleepNote): void {
    const { clock, commands } = this.#options;
    const leftMs = Date.parse(note.endsAt) - clock.date().getTime();
    this.#version += 1;
    this.#endsAt =
      leftMs < -latestMs ? undefined : clock.now() + Math.min(leftMs, maxSleepMinutes * minuteMs);
    this.#keep(note);
    commands.changed();
  }

  /** Runs the timers, one after another, until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { commands } = this.#options;
    while (!signal.aborted) {
      if (this.#note === undefined) {
        await commands.until(() => this.#note !== undefined, Number.POSITIVE_INFINITY, signal);
      } else if (this.#isAnnouncing) await this.#letAnnounce(signal);
      else if (this.#endsAt === undefined) await this.#end(signal);
      else await this.#wait(this.#endsAt, signal);
    }
  }

  get #isAnnouncing(): boolean {
    return this.#options.state().bridge.resumable?.announcement !== undefined;
  }

  /** Neither fades nor pauses an announcement, since it has a volume of its own and goes back to what played. */
  async #letAnnounce(signal: AbortSignal): Promise<void> {
    const { clock, commands } = this.#options;
    const version = this.#version;
    const leftMs = (this.#endsAt ?? 0) - clock.now();
    // Only a player that is off keeps an announcement for so long; nothing has to be paused then.
    if (leftMs < -latestMs) this.#endsAt = undefined;
    this.#keep(this.#note);
    const isOver = (): boolean => !this.#isAnnouncing || this.#version !== version;
    await commands.until(isOver, toNextMinuteMs(leftMs), signal);
  }

  async #wait(endsAt: number, signal: AbortSignal): Promise<void> {
    const { clock, commands, state } = this.#options;
    const version = this.#version;
    const leftMs = endsAt - clock.now();
    this.#keep(this.#note);
    if (leftMs <= 0) {
      // After a start of the bridge, the player has to tell first what it plays.
      const isKnown = (): boolean => hasTold(state()) || this.#version !== version;
      if (isKnown()) await this.#finish(signal);
      // Too late to pause what plays by now: only the volume comes back.
      else if (leftMs < -latestMs) this.#endsAt = undefined;
      else await commands.until(isKnown, leftMs + latestMs + 1, signal);
      return;
    }
    let pauseMs = Math.min(leftMs - fadeMs, toNextMinuteMs(leftMs));
    if (leftMs > fadeMs) await this.#return(signal);
    else {
      await this.#fade(leftMs);
      pauseMs = Math.min(fadeStepMs, endsAt - clock.now());
    }
    await commands.until(() => this.#version !== version, pauseMs, signal);
  }

  /** Turns the volume down by one step of the fade, in proportion to the time that is left. */
  async #fade(leftMs: number): Promise<void> {
    const { clock, commands, state } = this.#options;
    const note = this.#note;
    const volume = volumeOf(state());
    const level = levelOf(state());
    if (note === undefined || volume === undefined || level === undefined) return;
    if (!isReadSince(state(), this.#failedAt)) return;
    const before = note.volume?.before ?? level;
    this.#isTouched ||= note.volume !== undefined && !isUntouched(note.volume, level);
    if (this.#isTouched || playingKind(state()) === undefined) return;
    const target = Math.round(volume.min + (before - volume.min) * (leftMs / fadeMs));
    if (target >= level) return;
    // A step counts from the level that the player has now, so a touch of the last moment is not undone.
    this.#keep({ ...note, volume: { before, set: target, from: level } });
    const { kind } = await commands.run("volume/level", `-${level - target}`);
    if (kind !== "applied") this.#failedAt = clock.now();
  }

  /** Pauses what plays, gives the volume back, and switches the player off if that is wanted. */
  async #finish(signal: AbortSignal): Promise<void> {
    const { commands, state, switchesOff } = this.#options;
    const version = this.#version;
    const kind = playingKind(state());
    if (kind !== undefined) await commands.run(`${kind}/playback`, "pause");
    // What could not be paused must not become loud.
    const isSilent = playingKind(state()) === undefined || state().presence.availability === "offline";
    const isOnline = state().presence.availability === "online";
    const isOff = switchesOff && isOnline;
    if (isSilent && !(await this.#return(signal))) return;
    if (this.#version !== version || signal.aborted) return;
    if (isOff) await commands.run("power", "off");
    if (this.#version === version && !signal.aborted) this.#over();
  }

  async #end(signal: AbortSignal): Promise<void> {
    const version = this.#version;
    await this.#return(signal);
    if (this.#version === version && !signal.aborted) this.#over();
  }

  /** Gives the volume back that the fade has taken; false if the timer was set meanwhile. */
  async #return(signal: AbortSignal): Promise<boolean> {
    const { volume } = this.#note ?? {};
    if (volume === undefined) return true;
    const version = this.#version;
    const { state, commands } = this.#options;
    const isObsolete = (): boolean => this.#version !== version;
    // After a start of the bridge, the player has to report its volume first.
    const isKnown = (): boolean => isObsolete() || levelOf(state()) !== undefined;
    if (!isKnown()) await commands.until(isKnown, latestMs, signal);
    const isDone = !this.#isTouched && (await restoreVolume(volume, this.#options, isObsolete, signal));
    if ((!isDone && !this.#isTouched) || this.#note === undefined) return false;
    this.#keep({ ...this.#note, volume: undefined });
    return true;
  }

  #over(): void {
    this.#endsAt = undefined;
    this.#keep(undefined);
  }

  #keep(note: SleepNote | undefined): void {
    const { clock, store } = this.#options;
    const leftMs = this.#endsAt === undefined ? 0 : this.#endsAt - clock.now();
    this.#note = note;
    store({ sleep: note, sleepMinutes: leftMs > 0 ? Math.ceil(leftMs / minuteMs) : undefined });
  }
}

/** Whether it is known what the player plays, as far as it can be reached. */
function hasTold(session: Session): boolean {
  const { player, presence, resources } = session;
  const isKnown = (name: "video" | "music"): boolean =>
    player[name] !== undefined || resources[name].support === "unsupported";
  const hasSaid = playingKind(session) !== undefined || (isKnown("video") && isKnown("music"));
  return presence.availability === "offline" || (presence.availability === "online" && hasSaid);
}

/** The time until the published minutes change. */
function toNextMinuteMs(leftMs: number): number {
  return (leftMs > 0 && leftMs % minuteMs) || minuteMs;
}
