import { isDeepStrictEqual } from "node:util";
import type { HistoryEvent, Played } from "../../core/history/history.ts";
import { type Destination, mostUnsent, type Unsent, possibleStart } from "../../core/history/unsent.ts";
import type { Log } from "../../core/ports.ts";
import { backoffMs } from "../../lib/backoff.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { onceAMinute } from "../../lib/once-a-minute.ts";
import { type Post, post, type PostEnd, UnavailableError } from "./post.ts";
import type { HeardOn, NowHeard, Receiver, ReceiverSettings } from "./receiver.ts";
import { createReceivers } from "./receivers.ts";
import type { UnsentFile } from "./unsent-file.ts";

export interface DeliveriesOptions {
  readonly settings: ReceiverSettings;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly playerOf: (id: string) => HeardOn;
  /** Whether this bridge speaks for the player: another one would send the same. */
  readonly mayAct: (id: string) => boolean;
  /** Where the tokens of accounts are. */
  readonly folder: string | undefined;
  /** Keeps what is unsent; without it, the notes of the players do. */
  readonly file: UnsentFile | undefined;
}

/** An attempt to hand something over, for people. */
export interface Attempt {
  readonly time: string;
  readonly receiver: string;
  readonly player: string;
  readonly title: string;
  readonly outcome: PostEnd["kind"];
  readonly reason: string;
}

interface Line {
  readonly receiver: Receiver;
  isBusy: boolean;
  failures: number;
  /** So often it has failed over the entry that is next. */
  faults: number;
  /** Why the last attempt failed; empty if it did not. */
  problem: string;
  /** What began on each player and was not told yet. */
  readonly playing: Map<string, NowHeard>;
}

const retry = { firstMs: 5000, maxMs: 600_000 };
/** A refused token does not change by itself. */
const deniedMs = 3_600_000;
const mostAttempts = 10;
const mostSeconds = 1000;
/** After about an hour of faults, the entry is what the receiver cannot take; it would hold up the others. */
const mostFaults = 12;

/** Hands events to each receiver beside the broker in order, the same again until it has answered. */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #timers: NamedTimers;
  readonly #stopped = new AbortController();
  readonly #logDropped: () => void;
  #settings: ReceiverSettings;
  #lines: ReadonlyMap<string, Line> = new Map();
  /** In order. */
  #unsent: readonly Unsent[];
  /** Seconds at which the last listens began, those before a restart included. */
  #seconds: readonly number[] = [];
  #attempts: readonly Attempt[] = [];
  #dropped = 0;

  constructor(options: DeliveriesOptions) {
    const { clock, file, log, settings } = options;
    this.#options = options;
    this.#timers = new NamedTimers(clock);
    this.#settings = settings;
    this.#lines = this.#linesOf(settings);
    this.#unsent = file?.read() ?? [];
    this.#logDropped = onceAMinute(clock, () =>
      log.warn(
        { dropped: this.#dropped },
        "more waits for the receivers of the history than is kept: the oldest is dropped",
      ),
    );
    this.pump();
  }

  /** What the receivers of a player have not answered. */
  of(player: string): readonly Unsent[] {
    return this.#unsent.filter((one) => one.player === player);
  }

  /** The newest first. */
  get attempts(): readonly Attempt[] {
    return this.#attempts;
  }

  /** What waits for each receiver, and what it refused; undefined without receivers. */
  get health(): object | undefined {
    if (this.#lines.size === 0) return undefined;
    const receivers = Array.from(this.#lines, ([name, { problem }]) => {
      const own = this.#unsent.flatMap(({ to }) => to.filter((one) => one.name === name));
      const refused = own.filter((one) => one.refused !== undefined).length;
      return [name, { waiting: own.length - refused, refused, problem }] as const;
    });
    return { dropped: this.#dropped, receivers: Object.fromEntries(receivers) };
  }

  add(player: string, events: readonly HistoryEvent[]): void {
    const addedAt = this.#options.clock.date().toISOString();
    const wanted = events.flatMap((told): Unsent[] => {
      const to = [...this.#lines.values()]
        .filter(({ receiver }) => receiver.wants(player, told))
        .map(({ receiver: { name } }): Destination => ({ name }));
      return to.length === 0 ? [] : [{ ...this.#apart(told), player, addedAt, to }];
    });
    if (wanted.length > 0) this.#set([...this.#unsent, ...wanted]);
  }

  /** Takes up what the note of a player has kept, perhaps before there was a file. */
  restore(
    player: string,
    unsent: readonly Unsent[],
    played: readonly Pick<Played, "startedAt">[] = [],
  ): void {
    const events = [...played, ...unsent.map(({ event }) => event)];
    const seconds = events.map(({ startedAt }) => Math.floor(Date.parse(startedAt) / 1000));
    this.#seconds = [...seconds, ...this.#seconds].slice(-mostSeconds);
    const own = this.of(player);
    const isNew = ({ leaf, event: { id } }: Unsent): boolean =>
      !own.some((one) => one.leaf === leaf && one.event.id === id);
    const kept = unsent.filter(isNew).map((one) => ({ ...one, player }));
    if (kept.length > 0) this.#set([...kept, ...this.#unsent]);
  }

  /** Another bridge goes on from the note of the player. */
  forget(player: string): void {
    this.playing(player, undefined);
    if (this.#options.file === undefined) this.#set(this.#unsent.filter((one) => one.player !== player));
  }

  /** A track begins on a player, or nothing plays there any more. */
  playing(player: string, track: NowHeard | undefined): void {
    for (const { playing } of this.#lines.values()) {
      if (track === undefined) playing.delete(player);
      else playing.set(player, track);
    }
    this.pump();
  }

  /** Tries everything at once, also what was refused; returns how many events there are. */
  submit(): number {
    this.#timers.cancelAll();
    this.#set(this.#unsent.map((one) => ({ ...one, to: one.to.map(({ name }) => ({ name })) })));
    return this.#unsent.length;
  }

  reconfigure(settings: ReceiverSettings): void {
    if (isDeepStrictEqual(settings, this.#settings)) return;
    this.#settings = settings;
    const before = this.#lines;
    this.#lines = this.#linesOf(settings);
    for (const [name, line] of before) if (this.#lines.get(name) !== line) this.#timers.cancel(name);
    this.#set(this.#unsent);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#timers.cancelAll();
    await this.#options.file?.written();
  }

  /** Hands over what may be handed over now. */
  pump(): void {
    for (const line of this.#lines.values()) this.#next(line);
  }

  /** Maloja keeps one listen a second and fails with another one, such as of a second player. */
  #apart(told: HistoryEvent): HistoryEvent {
    if (told.leaf === "watched") return told;
    let second = Math.floor(possibleStart(told.event, this.#options.clock.date()) / 1000);
    while (this.#seconds.includes(second)) second += 1;
    this.#seconds = [...this.#seconds, second].slice(-mostSeconds);
    return { ...told, event: { ...told.event, startedAt: new Date(second * 1000).toISOString() } };
  }

  #set(unsent: readonly Unsent[]): void {
    const known = unsent
      .map((one) => ({ ...one, to: one.to.filter(({ name }) => this.#lines.has(name)) }))
      .filter(({ to }) => to.length > 0);
    this.#unsent = known.slice(-mostUnsent);
    const excess = known.length - this.#unsent.length;
    this.#dropped += excess;
    if (excess > 0) this.#logDropped();
    this.#options.file?.write(this.#unsent);
    this.pump();
  }

  #next(line: Line): void {
    const { receiver, isBusy } = line;
    if (isBusy || this.#stopped.signal.aborted || this.#timers.has(receiver.name)) return;
    const { mayAct, playerOf } = this.#options;
    for (const [player, track] of line.playing) {
      // Later it would be untrue, so it is not repeated.
      line.playing.delete(player);
      const notice = mayAct(player) ? receiver.playing?.(playerOf(player), track) : undefined;
      if (notice === undefined) continue;
      void this.#hand(line, notice, undefined);
      return;
    }
    const isNext = (one: Destination): boolean => one.name === receiver.name && one.refused === undefined;
    const item = this.#unsent.find(({ player, to }) => mayAct(player) && to.some(isNext));
    if (item === undefined) return;
    if (receiver.isOutdated?.(item)) this.#settle(item, receiver.name, undefined);
    else void this.#hand(line, receiver.post(playerOf(item.player), item), item);
  }

  async #hand(line: Line, made: Promise<Post>, item: Unsent | undefined): Promise<void> {
    const { clock, random } = this.#options;
    const { name } = line.receiver;
    line.isBusy = true;
    const end = await made.then(
      (request) => post(request, clock, this.#stopped.signal),
      (error: Error): PostEnd => {
        const reason = error.message;
        if (error instanceof UnavailableError)
          return { kind: "later", reason, waitMs: undefined, isFault: false };
        // A file with the token cannot be read: the message has its path only.
        return { kind: "denied", reason };
      },
    );
    line.isBusy = false;
    if (this.#stopped.signal.aborted || this.#lines.get(name) !== line) return;
    this.#note(line, end, item);
    if (end.kind === "denied") line.receiver.denied?.();
    const isFault = end.kind === "later" && end.isFault;
    if (item !== undefined) line.faults = isFault ? line.faults + 1 : 0;
    const isUnwanted = end.kind === "refused" || (isFault && line.faults > mostFaults);
    if (end.kind === "taken" || isUnwanted) {
      if (item !== undefined) line.faults = 0;
      // That it takes what plays now says nothing about the entry.
      line.failures = line.faults;
      if (item !== undefined) this.#settle(item, name, end.kind === "taken" ? undefined : end.reason);
    } else {
      line.failures += 1;
      const waitMs = end.kind === "later" ? end.waitMs : deniedMs;
      this.#timers.after(name, waitMs ?? backoffMs(retry, line.failures, random()), () => this.#next(line));
    }
    this.#next(line);
  }

  /** A receiver has answered for an event; it may have been replaced meanwhile, when another one did. */
  #settle({ event }: Unsent, name: string, refused: string | undefined): void {
    const left = (one: Destination): Destination[] =>
      one.name !== name ? [one] : refused === undefined ? [] : [{ name, refused }];
    this.#set(this.#unsent.map((one) => (one.event === event ? { ...one, to: one.to.flatMap(left) } : one)));
  }

  /** Logs what is new, and keeps the attempt for people. */
  #note(line: Line, end: PostEnd, item: Unsent | undefined): void {
    const { clock, log } = this.#options;
    const { name: receiver } = line.receiver;
    const [before, reason] = [line.problem, "reason" in end ? end.reason : ""];
    const isProblem = end.kind === "denied" || end.kind === "later";
    line.problem = isProblem ? reason : "";
    const waiting = this.#unsent.filter(({ to }) => to.some(({ name }) => name === receiver)).length;
    if (end.kind === "denied" && reason !== before)
      log.warn({ receiver, reason, waiting }, "the receiver of the history refuses the token: asking hourly");
    else if (isProblem && before === "")
      log.warn({ receiver, reason, waiting }, "the receiver of the history takes nothing now: trying again");
    else if (!isProblem && before !== "")
      log.info({ receiver, waiting }, "the receiver of the history answers again");
    if (item === undefined) return;
    const { player } = item;
    const { title } = item.event;
    if (end.kind === "refused")
      log.warn({ receiver, player, title, reason }, "the receiver of the history refused an entry");
    const attempt = { time: clock.date().toISOString(), receiver, player, title, outcome: end.kind, reason };
    this.#attempts = [attempt, ...this.#attempts].slice(0, mostAttempts);
  }

  #linesOf(settings: ReceiverSettings): ReadonlyMap<string, Line> {
    const receivers = createReceivers(settings, { ...this.#options, signal: this.#stopped.signal });
    const lines = receivers.map((receiver): Line => {
      const known = this.#lines.get(receiver.name);
      // A request under way goes on, or the entry would be sent twice.
      if (known !== undefined && isDeepStrictEqual(known.receiver.from, receiver.from)) return known;
      return { receiver, isBusy: false, failures: 0, faults: 0, problem: "", playing: new Map() };
    });
    return new Map(lines.map((line) => [line.receiver.name, line]));
  }
}
