import {
  announceSupport,
  heardKey,
  playingKind,
  readAnnouncement,
  resumePointOf,
} from "../core/controls/announce.ts";
import { shows } from "../core/controls/audio.ts";
import type { Command } from "../core/controls/command.ts";
import type { Outcome, StepOutcome } from "../core/controls/effect.ts";
import { isFailure, type PresetStep } from "../core/controls/preset.ts";
import { tooLoud } from "../core/controls/volume.ts";
import type { AnnouncementNote, Lost, ResumePoint } from "../core/resources/resumable-state.ts";
import type { Session } from "../core/session/session.ts";
import { volumeOf, volumeSource } from "../core/resources/video-volume.ts";
import { withReason, listed, type Phrase, translatable } from "../lib/phrase.ts";
import {
  hasWorked,
  isUntouched,
  restoreVolume,
  levelOf,
  longestAwayMs,
  nextReading,
  type RoutineTools,
} from "./restore-volume.ts";

/** A stream without an end must not keep the player from what it played. A length that the player tells counts up to the second one. */
const endlessMs = 60_000;
const longestMs = 5 * 60_000;
/** Players fetch and open an address first. */
const opensWithinMs = 10_000;
/** A player that has just ended a stream may show something else for a moment. */
const settlesMs = 1500;
const titledMs = 2500;
const longestReadMs = 10_000;
/** How long an announcement waits for fresh answers before it is played without them. */
const freshWithinMs = 3000;
const positionToleranceSeconds = 3;
/** The resources that tell what is being heard. */
const heardNames = ["video", "music"] as const;
/** After the bridge was away for longer, what played before is not begun again. */
const stillWantedMs = 15 * 60_000;

const lostPhrases: Readonly<Record<Lost, () => Phrase>> = {
  queue: () => translatable("lost.queue", "the queue"),
  stream: () => translatable("lost.stream", "a stream or another source"),
  film: () => translatable("lost.film", "the film"),
  track: () => translatable("lost.track", "the track"),
};

const stopped: Outcome = { kind: "failed", ...withReason(translatable("end.stopped", "the bridge stopped")) };

/** Plays something in between, and goes back to what played before. */
export class Announcements {
  readonly #options: RoutineTools;
  #next: Command | undefined;
  /** What was begun and is still to be ended. */
  #note: AnnouncementNote | undefined;

  constructor(options: RoutineTools) {
    this.#options = options;
  }

  /** Begins an announcement, in place of another one. It gets exactly one outcome. */
  begin(command: Command): void {
    const refusal = this.#refusalOf(command.request);
    if (refusal !== undefined) return this.#options.settle(command, refusal);
    if (this.#next !== undefined) this.#options.settle(this.#next, { kind: "superseded" });
    this.#next = command;
    this.#options.commands.changed();
  }

  /** Goes back after an announcement of an earlier run. */
  resume(note: AnnouncementNote): void {
    this.#keep(note);
    this.#options.commands.changed();
  }

  /** Carries out the announcements, one after another, until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { settle, state } = this.#options;
    while (!signal.aborted) {
      const command = this.#next;
      this.#next = undefined;
      if (command !== undefined) settle(command, await this.#announce(command, signal));
      else if (this.#note !== undefined) {
        const isKnown = (): boolean => isReported(state(), Number.NEGATIVE_INFINITY);
        await this.#until(isKnown, Number.POSITIVE_INFINITY, signal);
        await this.#end(this.#note, undefined, signal);
      } else {
        await this.#until(() => this.#note !== undefined, Number.POSITIVE_INFINITY, signal);
      }
    }
    if (this.#next !== undefined) settle(this.#next, stopped);
  }

  get #isReplaced(): boolean {
    return this.#next !== undefined;
  }

  /** Waits until the test passes or another announcement takes the place of this one, for this long at most. */
  #until(test: () => boolean, ms: number, signal: AbortSignal): Promise<boolean> {
    return this.#options.commands.until(() => this.#isReplaced || test(), ms, signal);
  }

  async #announce(command: Command, signal: AbortSignal): Promise<Outcome> {
    const { commands, state, clock } = this.#options;
    const wanted = readAnnouncement(command.request);
    await this.#readAgain(command.expiresAt, signal);
    if (this.#isReplaced) return { kind: "superseded" };
    if (signal.aborted) return stopped;
    if (wanted === undefined || clock.now() >= command.expiresAt) return { kind: "expired" };
    const before = this.#note;
    const back = this.#resumePoint;
    const done: StepOutcome[] = [];
    // If this one cannot be played, the one before still has to be ended.
    let note: AnnouncementNote = {
      beganAt: clock.date().toISOString(),
      back,
      volume: before?.volume,
      key: before?.key,
    };
    this.#keep(note);
    const kind = playingKind(state());
    // Otherwise what plays is heard at the volume of the announcement.
    if (wanted.volume !== undefined && kind !== undefined)
      await commands.run(`${kind}/playback`, "pause", done);
    if (wanted.volume !== undefined) {
      const level = levelOf(state());
      const isRead = nextReading({ clock, state });
      const outcome = await commands.run("volume", String(wanted.volume), done);
      // A player that was cut off in this moment may have taken it.
      if (outcome.kind === "failed") await this.#until(isRead, longestAwayMs, signal);
      const set = levelOf(state());
      if (level !== undefined && set !== undefined) {
        const { volume } = note;
        const isOurs = volume !== undefined && isUntouched(volume, level);
        note = { ...note, volume: { before: isOurs ? volume.before : level, set, from: set } };
      }
      if (!hasWorked(outcome)) return this.#failed(note, done, signal);
    }
    // If the bridge stops now, its next run must not wait for the end of the announcement before.
    this.#keep({ ...note, key: undefined });
    const playedAt = clock.now();
    const outcome = await commands.run("play", JSON.stringify(wanted.stream), done);
    // A call that was cut off as the bridge stopped may have been carried out.
    if (signal.aborted) note = { ...note, key: undefined };
    if (!hasWorked(outcome)) return this.#failed(note, done, signal);
    // Only a new answer says that a film has ended, and a title may come later than its sound.
    await this.#until(() => isReported(state(), playedAt), longestReadMs, signal);
    await this.#until(() => isOverAt(state(), { ...note, key: undefined }), titledMs, signal);
    note = { ...note, key: heardKey(state()) === back.key ? undefined : heardKey(state()) };
    this.#keep(note);
    const lost = await this.#end(note, done, signal);
    if (lost === undefined) return { kind: "superseded", steps: done };
    if (signal.aborted) return { ...stopped, steps: done };
    return { kind: "applied", steps: done, ...(lost.length > 0 && { lost }) };
  }

  /** Reads what plays anew, after commands under way: what somebody has only just changed is what has to come back. */
  async #readAgain(expiresAt: number, signal: AbortSignal): Promise<void> {
    const { clock, isBusy, readNow, state } = this.#options;
    await this.#until(() => !isBusy(), (expiresAt - clock.now()) / 2, signal);
    const since = clock.now();
    const names = [...heardNames, volumeSource(state()) ?? "music"] as const;
    readNow(names.filter((name) => state().resources[name].support !== "unsupported"));
    const isFresh = (): boolean => isReported(state(), since, names);
    await this.#until(isFresh, Math.min(freshWithinMs, (expiresAt - since) / 2), signal);
  }

  get #resumePoint(): ResumePoint {
    return this.#note?.back ?? resumePointOf(this.#options.state());
  }

  /** Why an announcement is refused, so it takes the place of no other one. */
  #refusalOf(request: string): Outcome | undefined {
    const { state } = this.#options;
    const session = state();
    const support = announceSupport(session);
    if (support === "off")
      return rejected(
        translatable(
          "control.experimental",
          "{control} is experimental: set controls.experimental to use it",
          { control: "announce" },
        ),
      );
    if (support === "unsupported")
      return rejected(translatable("announce.lacking", "this player plays nothing by its address"));
    const { availability, failure } = session.presence;
    if (availability === "offline" && failure !== undefined)
      return { kind: "failed", ...withReason(failure.phrase) };
    const { volume = 0, keeps = false } = readAnnouncement(request) ?? {};
    const range = volumeOf(session);
    if (volume > session.config.maxVolumePercent && range !== undefined) {
      const decision = tooLoud(range, session.config.maxVolumePercent);
      return decision.kind === "settle" ? decision.outcome : undefined;
    }
    const { lost } = this.#resumePoint;
    if (!keeps || lost.length === 0) return undefined;
    const names = listed(lost.map((one) => lostPhrases[one]()));
    return rejected(
      translatable("announce.keep", "not announced: {lost} would not come back", { lost: names }),
    );
  }

  /** Something failed before the announcement was heard: what played goes on. */
  async #failed(note: AnnouncementNote, done: StepOutcome[], signal: AbortSignal): Promise<Outcome> {
    const failure = done.findLast(isFailure);
    this.#keep(note);
    const lost = await this.#goBack(note, done, signal);
    const reason = failure?.phrase ?? failure?.reason ?? failure?.outcome ?? "";
    const phrase = translatable("announce.failed", "not announced: {step}: {reason}", {
      step: failure?.command ?? "",
      reason,
    });
    return { kind: "failed", ...withReason(phrase), steps: done, ...(lost.length > 0 && { lost }) };
  }

  /** Waits for the end of the announcement and goes back; undefined if another one takes its place. */
  async #end(
    note: AnnouncementNote,
    done: StepOutcome[] | undefined,
    signal: AbortSignal,
  ): Promise<readonly Lost[] | undefined> {
    const isOver = (): boolean => isOverAt(this.#options.state(), note);
    if (!(await this.#until(isOver, endlessMs, signal)))
      await this.#until(isOver, lengthOf(this.#options.state()) - endlessMs, signal);
    await this.#until(() => false, settlesMs, signal);
    if (this.#isReplaced) return undefined;
    return signal.aborted ? [] : this.#goBack(note, done, signal);
  }

  async #goBack(
    { back, volume, key, beganAt }: AnnouncementNote,
    done: StepOutcome[] | undefined,
    signal: AbortSignal,
  ): Promise<readonly Lost[]> {
    const { clock, commands, state } = this.#options;
    const isObsolete = (): boolean => this.#isReplaced;
    const isStopped = state().presence.availability === "offline";
    if (volume !== undefined) {
      // What has no end is stopped before it becomes louder.
      const kind = playingKind(state());
      if (key !== undefined && kind !== undefined && heardKey(state()) === key)
        await commands.run(`${kind}/playback`, "pause", done);
      await restoreVolume(volume, this.#options, isObsolete, signal, done);
    }
    if (isObsolete() || signal.aborted) return [];
    const isOther = playingKind(state()) !== undefined && ![key, back.key].includes(heardKey(state()));
    // A player that was switched off, or plays something else by now, is in other hands.
    const isLate = clock.date().getTime() - Date.parse(beganAt) > stillWantedMs;
    const lost = isStopped || isLate ? lostAll(back) : isOther ? [] : await this.#resume(back, done, signal);
    if (!this.#isReplaced) this.#keep(undefined);
    return lost;
  }

  /** Goes back to what played; returns what did not come back. */
  async #resume(
    back: ResumePoint,
    done: StepOutcome[] | undefined,
    signal: AbortSignal,
  ): Promise<readonly Lost[]> {
    const { commands, state } = this.#options;
    const take = async ({ target, request }: Pick<PresetStep, "target" | "request">): Promise<boolean> =>
      hasWorked(await commands.run(target, request, done));
    const { input } = back;
    const { player } = state();
    // After a stream, some players have no input: they hear one as they hear their queue.
    const isAtInput = input === undefined || player.audio === undefined || shows(player, "input", input);
    const hasInput = isAtInput || (await take({ target: "audio/input", request: input }));
    // An input that is only passed through has no key.
    if (back.key === undefined) return hasInput ? [] : ["stream"];
    const kind = back.key.startsWith("video ") ? "video" : "music";
    const isStillThere = heardKey(state()) === back.key;
    if (isStillThere) {
      if (!back.isPaused && playingKind(state()) === undefined)
        await take({ target: `${kind}/playback`, request: "play" });
      await this.#seek(back, kind, take);
      return [];
    }
    for (const step of back.steps) {
      if (!(await take(step as PresetStep))) return lostAll(back);
    }
    if (back.steps.length === 0) return back.lost;
    // An id may mean another track than it did. A queue may show its entry before the player shows what it plays.
    const isThere = (): boolean => heardKey(state()) === back.key;
    if (!(await this.#until(isThere, longestReadMs, signal))) return lostAll(back);
    await this.#seek(back, kind, take);
    if (back.isPaused) await take({ target: `${kind}/playback`, request: "pause" });
    return back.lost;
  }

  async #seek(
    { position }: ResumePoint,
    kind: "video" | "music",
    take: (step: PresetStep) => Promise<boolean>,
  ): Promise<void> {
    const now = this.#options.state().player[kind]?.positionSeconds;
    const isThere =
      position === undefined || Math.abs((now ?? 0) - Number(position.request)) <= positionToleranceSeconds;
    if (!isThere) await take(position as PresetStep);
  }

  #keep(note: AnnouncementNote | undefined): void {
    this.#note = note;
    this.#options.store({ announcement: note });
  }
}

function rejected(phrase: Phrase): Outcome {
  return { kind: "rejected", ...withReason(phrase) };
}

/** Whether the player has told since then what it plays, and nothing is to be confirmed by another answer. */
function isReported(
  { player, resources }: Session,
  since: number,
  names: readonly ("video" | "music" | "videoVolume")[] = heardNames,
): boolean {
  return names.every((name) => {
    const { support, triedAt, againAt, hasFailed } = resources[name];
    const isTold = player[name] !== undefined && triedAt > since && triedAt >= againAt && !hasFailed;
    return support === "unsupported" || isTold;
  });
}

/** Whether an announcement is no longer heard. A player that opens something does not say yet what plays. */
function isOverAt(session: Session, { back, key }: AnnouncementNote): boolean {
  const { video, music } = session.player;
  if (session.presence.availability === "offline") return true;
  if (playingKind(session) === undefined) return video?.state !== "unknown" && music?.playing !== "unknown";
  const heard = heardKey(session);
  return key === undefined ? heard === back.key : heard !== key;
}

/** How long what plays may take, as far as the player tells its length. */
function lengthOf(session: Session): number {
  const kind = playingKind(session);
  const seconds = kind === undefined ? undefined : session.player[kind]?.durationSeconds;
  return seconds === undefined ? 0 : Math.min(seconds * 1000 + opensWithinMs, longestMs);
}

/** Names everything that is lost if nothing can be resumed. */
function lostAll({ key, lost }: ResumePoint): readonly Lost[] {
  if (key === undefined || lost.some((one) => one !== "queue")) return lost;
  return [...lost, key.startsWith("video ") ? "film" : "track"];
}
