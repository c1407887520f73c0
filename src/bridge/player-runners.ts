import type { IncomingMessage, Subscription } from "../core/topics/message.ts";
import type { Jobs } from "../core/ports.ts";
import { scheduledResourceNames, publicNameOf } from "../core/resources/player.ts";
import { pagesFilter, playerTopic, settingTitlesFilter, splitTopic } from "../core/topics/topics.ts";
import type { Clock } from "../lib/clock.ts";
import { NamedTimers } from "../lib/named-timers.ts";
import { QuietPeriod } from "../lib/quiet-period.ts";
import { readFormerInfo } from "./read-former-info.ts";
import { readNote } from "./read-note.ts";
import type { PlayerSession } from "./player-session.ts";
import type { PlayerRunner } from "./player-runner.ts";

/** Commands may still arrive this long after their player was removed; they get an outcome, too. */
const lateCommandsMs = 5000;
/** Retained messages arrive right after the subscription; after this silence all of them have arrived. */
const readBackMs = 1000;

export class PlayerRunners {
  readonly #timers: NamedTimers;
  readonly #quietPeriod: QuietPeriod;
  readonly #runners = new Map<string, PlayerRunner>();
  readonly #former = new Map<string, PlayerSession>();

  constructor(clock: Clock) {
    this.#timers = new NamedTimers(clock);
    this.#quietPeriod = new QuietPeriod(clock);
  }

  [Symbol.iterator](): Iterator<PlayerRunner> {
    return this.#runners.values();
  }

  get sessions(): PlayerSession[] {
    return Array.from(this, ({ session }) => session);
  }

  get(id: string): PlayerRunner | undefined {
    return this.#runners.get(id);
  }

  add(runner: PlayerRunner): void {
    this.#runners.set(runner.player.id, runner);
  }

  /** Removes a runner whose loop has ended. Its session still answers late commands for a while. */
  remove({ player: { id }, session }: PlayerRunner): void {
    this.#runners.delete(id);
    this.#former.set(id, session);
    this.#timers.after(id, lateCommandsMs, () => this.#former.delete(id));
  }

  /** The players were subscribed: the notes of an earlier run arrive now, and what comes later is of somebody else. */
  awaitNotes(): void {
    this.#quietPeriod.wait(readBackMs, () => {
      for (const { session } of this) session.resume({});
    });
  }

  disconnected(): void {
    this.#quietPeriod.cancel();
  }

  stop(): void {
    this.#timers.cancelAll();
    this.#quietPeriod.cancel();
  }

  sessionOf(id: string): PlayerSession | undefined {
    return this.#runners.get(id)?.session ?? this.#former.get(id);
  }

  /** Filters for queue pages and settings of an earlier run, and for what it knew of each player. */
  subscriptions(base: string): Subscription[] {
    return Array.from(this, ({ player: { id } }) => [
      { filter: pagesFilter(base, id), wantsRetained: true },
      { filter: playerTopic(base, id, "note"), wantsRetained: true },
      { filter: playerTopic(base, id, "info"), wantsRetained: true },
      // Rights that were given earlier do not name it.
      { filter: settingTitlesFilter(base, id), wantsRetained: true, isOptional: true },
    ]).flat();
  }

  /** What an earlier run has said of a player, and what was under way. False for any other message. */
  remember(base: string, { topic, payload, retain }: IncomingMessage): boolean {
    if (retain) this.#quietPeriod.restart();
    const { id = "", leaf } = splitTopic(base, topic) ?? {};
    const runner = this.#runners.get(id);
    if (!retain || runner === undefined || (leaf !== "info" && leaf !== "note")) return false;
    const { state } = runner.session;
    if (leaf === "note") {
      if (state.bridge.resumable !== undefined) return false;
      runner.session.resume(readNote(payload));
      return true;
    }
    if (state.bridge.former !== undefined) return false;
    const { family, former } = readFormerInfo(payload);
    runner.session.apply({ kind: "learned", bridge: { former } });
    if (family !== undefined && state.profile.family === undefined) runner.assume(family);
    return true;
  }

  /** One job for each distinct cron expression, run by `guard`. */
  jobs(guard: (act: () => void) => void): Jobs {
    const expressions = new Set<string>();
    for (const { player } of this)
      for (const name of scheduledResourceNames) expressions.add(player.poll[publicNameOf(name)]);
    // Without a schedule, a resource is read at the player's pace.
    expressions.delete("");
    return new Map(
      Array.from(expressions, (expression) => [
        expression,
        (intervalMs) => guard(() => this.#tick(expression, intervalMs)),
      ]),
    );
  }

  #tick(expression: string, intervalMs: number): void {
    for (const { player, session } of this) {
      const due = scheduledResourceNames.filter((name) => player.poll[publicNameOf(name)] === expression);
      if (due.length > 0) session.tick(due, intervalMs);
    }
  }
}
