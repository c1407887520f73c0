import { advance, beginRead, type SessionEvent } from "../core/session/advance.ts";
import type { Call, Reply } from "../core/controls/call.ts";
import { shownRequest } from "../core/controls/request.ts";
import { type Command, isCommandTarget, supersedes } from "../core/controls/command.ts";
import { keepsSleepTimer } from "../core/controls/sleep.ts";
import type { ResumableState } from "../core/resources/resumable-state.ts";
import { stripTranslations, type Outcome } from "../core/controls/effect.ts";
import type { Preset } from "../core/controls/preset.ts";
import { DeviceError } from "../core/errors.ts";
import {
  type Browse,
  browseAll,
  type BrowseAnswer,
  browseSupport,
  type LibraryListName,
  libraryListsOf,
} from "../core/library.ts";
import type { LoopView } from "../core/session/health.ts";
import type { Picture } from "../core/resources/picture.ts";
import type { PlayerProfile } from "../core/session/family-rules.ts";
import { plan, planReadBack, type Step } from "../core/session/plan.ts";
import type { Answer, ScheduledResourceName, ResourceName } from "../core/resources/player.ts";
import type { BrokerPort, Log, Push } from "../core/ports.ts";
import type { CommandRef, Settled } from "../core/topics/result.ts";
import { changedParts } from "../core/session/changed-parts.ts";
import { type InitialFacts, newSession } from "../core/session/new-session.ts";
import { expiryOf, isSent } from "../core/session/pending.ts";
import { becomesUnanswered } from "../core/session/unanswered.ts";
import { type Session, type SessionPolicy, withDue } from "../core/session/session.ts";
import { type Counters, PlayerStats } from "../core/session/counters.ts";
import type { ChangedTopic, PlayerTarget } from "../core/topics/render.ts";
import { resolveOutcomes, withEffect } from "../core/session/outcomes.ts";
import type { Clock } from "../lib/clock.ts";
import { Inbox } from "../lib/inbox.ts";
import { Library, type LibraryResult, type LibraryRules, playerIsOffline } from "./library.ts";
import { PlayerLog } from "./player-log.ts";
import { Announcements } from "./announcements.ts";
import type { RoutineTools } from "./restore-volume.ts";
import { SleepTimer } from "./sleep-timer.ts";
import { InternalCommands } from "./internal-commands.ts";
import { PresetRuns } from "./preset-runs.ts";
import { PlayerPublisher } from "./player-publisher.ts";
import { withReason, type Phrase, translatable } from "../lib/phrase.ts";

/** A smart plug, switched by messages on a topic of its own. */
interface Plug {
  readonly topic: string;
  readonly on: string;
  readonly off: string;
}

/** The settings of a player that only its session uses. */
export interface SessionSettings {
  readonly inboxSize: number;
  /** Older commands are no longer sent. */
  readonly deadlineMs: number;
  /** The upper limit for one request or command, including slow players. */
  readonly longestStepMs: number;
  readonly plug?: Plug | undefined;
  readonly presets?: readonly Preset[];
  readonly library?: LibraryRules;
  /** Whether the sleep timer of the bridge switches the player off. */
  readonly sleepOff?: boolean;
}

export interface SessionListener {
  /** Topics of a player changed and were published, a command ended or a request failed. */
  changed(session: PlayerSession, topics: readonly ChangedTopic[]): void;
  /** A player told this resource, or is offline; inferred: it follows from earlier answers. */
  observed(session: PlayerSession, resource: ResourceName, isInferred: boolean): void;
  settled(session: PlayerSession, settled: Settled): void;
}

interface PlayerSessionOptions extends SessionSettings {
  readonly target: PlayerTarget;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Counters;
  readonly policy: SessionPolicy;
  readonly initialFacts?: InitialFacts;
  readonly startDelayMs: number;
  /** Whether something may be sent to the player, or said about it, now; otherwise another bridge may have it. */
  readonly mayAct?: (() => boolean) | undefined;
  readonly events?: SessionListener;
}

/** A player on hold is asked again soon after. */
const holdMs = 250;
const noLibrary: LibraryRules = { enabled: false, requestsPerHour: 1, slowMs: 0 };

/** One player's session: applies events to its state and publishes the changes. runSession is its loop. */
export class PlayerSession {
  readonly stats = new PlayerStats();
  /** How often the player was looked for at another address. */
  moves = 0;
  /** Why the session ends, as commands report it that are still open then. */
  endReason = translatable("end.stopped", "the bridge stopped");
  /** Another bridge may have the player, and answers for what is open here: nothing is said any more. */
  isLost = false;
  readonly publisher: PlayerPublisher;
  readonly library: Library;
  readonly #options: PlayerSessionOptions;
  readonly #inbox: Inbox<Command>;
  /** Cancel the timers at whose end a command expires that waits. */
  readonly #expiries = new Set<() => void>();
  readonly #log: PlayerLog;
  readonly #presets: PresetRuns;
  readonly #internalCommands: InternalCommands;
  readonly #sleepTimer: SleepTimer;
  readonly #announcements: Announcements;
  #session: Session;
  #policy: SessionPolicy;
  #step: Step["kind"] = "wait";
  #steppedAt: number;
  #waitsUntil = Number.POSITIVE_INFINITY;
  #isClosed = false;

  constructor(options: PlayerSessionOptions) {
    this.#options = options;
    this.#policy = options.policy;
    this.#inbox = new Inbox(options.inboxSize, options.clock);
    this.#log = new PlayerLog(options.log, options.target.id);
    const mayBeSent = options.mayAct === undefined ? undefined : () => !this.isOnHold;
    this.publisher = new PlayerPublisher(options.broker, options.target, () => this.#session, mayBeSent);
    this.library = new Library(options.library ?? noLibrary, options.clock);
    this.#presets = new PresetRuns({
      ...options,
      presets: options.presets ?? [],
      offer: (step) => this.#queue(step),
      player: () => this.#session.player,
      withdraw: (step) => this.#inbox.extract((waiting) => waiting === step).length > 0,
      settle: (command, outcome) => this.publishOutcome(command, outcome),
    });
    this.#internalCommands = new InternalCommands({ ...options, offer: (step) => this.#queue(step) });
    const tools: RoutineTools = {
      clock: options.clock,
      commands: this.#internalCommands,
      state: () => this.#session,
      store: (change) =>
        this.apply({
          kind: "learned",
          bridge: { resumable: { ...this.#session.bridge.resumable, ...change } },
        }),
      settle: (command, outcome) => this.publishOutcome(command, outcome),
      isBusy: () => this.#session.pending.effect !== undefined || this.#inbox.size > 0,
      readNow: (names) => {
        this.#session = withDue(this.#session, options.clock.now(), names);
        this.library.yield();
        this.wake();
      },
    };
    this.#sleepTimer = new SleepTimer({ ...tools, switchesOff: options.sleepOff ?? false });
    this.#announcements = new Announcements(tools);
    this.#steppedAt = options.clock.now();
    this.#session = newSession(this.#steppedAt + options.startDelayMs, options.initialFacts);
  }

  get id(): string {
    return this.#options.target.id;
  }

  get name(): string {
    return this.#options.target.name;
  }

  /** The player's address without credentials. */
  get address(): string {
    return this.#session.profile.address ?? this.#options.target.address;
  }

  get deadlineMs(): number {
    return this.#options.deadlineMs;
  }

  get state(): Session {
    return this.#session;
  }

  get waiting(): number {
    return this.#inbox.size;
  }

  /** Due, spread over the time until the next tick. A wait that would end at the same moment is not interrupted. */
  tick(resources: readonly ScheduledResourceName[], intervalMs: number): void {
    this.apply({ kind: "tick", resources, intervalMs });
    if (this.#step !== "wait") return;
    const now = this.#options.clock.now();
    const step = plan(this.#session, now, this.#inbox.first);
    if (step.kind !== "wait" || now + step.ms < this.#waitsUntil) this.wake();
  }

  /** The player is being watched, so it is polled like an active one for a while. */
  watched(): void {
    this.applyAtOnce({ kind: "watched" });
  }

  /** The identity under which Home Assistant knows the player was decided. */
  identified(identity: string): void {
    if (identity !== this.#session.bridge.identity) this.apply({ kind: "learned", bridge: { identity } });
  }

  recognized(profile: PlayerProfile): void {
    this.#policy = { ...this.#policy, rules: profile.rules };
    this.apply({ kind: "recognized", profile });
    this.#log.logIgnoredSettings(profile);
  }

  moved(address: string): void {
    this.moves += 1;
    this.applyAtOnce({ kind: "moved", address });
  }

  /** Publishes everything when nothing more urgent waits: the broker or a subscriber starts from nothing. */
  announce(): void {
    this.publisher.publishSnapshotLater();
  }

  /** Publishes these topics once more: a subscriber reads them differently from now on. */
  publishAgain(topics: readonly string[]): void {
    this.publisher.publishAgain(topics);
  }

  /** A setting of an earlier run is cleared unless it is still allowed or declared. */
  settingSeen(tag: string): void {
    const { settingTags, declaredTags } = this.#session.config;
    if (!settingTags.includes(tag) && !declaredTags.includes(tag)) this.publisher.clearSetting(tag);
  }

  /** Requests a page of the library once the loop has nothing else to do. */
  browse(browse: Browse): Promise<LibraryResult> {
    return new Promise((answer) => {
      if (this.#isClosed) return answer({ kind: "none", ...withReason(this.endReason) });
      const support = browseSupport(this.#session.profile, browse.operation);
      const request = { browse, cancel: new AbortController(), answer };
      this.library.offer(request, this.#session.presence.availability, support);
      this.wake();
    });
  }

  /** Whether a picture of an entry of a list may be requested now, within the budget of the library; counts as one. */
  takePicture(): boolean {
    return this.library.takePicture();
  }

  /** The lists of its library, except those that it has said to lack. */
  get libraryLists(): readonly LibraryListName[] {
    return libraryListsOf(this.#session).filter((list) => !this.library.isUnsupported(browseAll(list)));
  }

  /** Handles the result of a request to the library; undefined if it was cancelled. */
  handlePage(result: BrowseAnswer | DeviceError | undefined, tookMs: number): void {
    this.library.ended(result, tookMs);
    this.apply({ kind: "browsed" });
    if (result === undefined || result instanceof DeviceError) return;
    if (result.kind === "page") this.#log.logLibrary(result.lacksSome, this.#options.clock.now());
    if (result.kind === "unsupported" && !this.#isClosed) this.#options.events?.changed(this, []);
  }

  /** Queues a command; it gets exactly one outcome. */
  offer(command: Command): void {
    this.stats.commands += 1;
    if (this.#isClosed) this.#queue(command);
    else if (command.target === "preset") this.#presets.begin(command);
    else if (command.target === "announce") this.#announcements.begin(command);
    else if (command.target === "sleep" && keepsSleepTimer(this.#session)) this.#sleepTimer.set(command);
    else this.#queue(command);
  }

  /** Runs what takes longer than a command beside the loop, until the signal aborts. */
  async runRoutines(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#sleepTimer.run(signal), this.#announcements.run(signal)]);
  }

  resume(note: ResumableState): void {
    if (this.#session.bridge.resumable !== undefined) return;
    this.apply({ kind: "learned", bridge: { resumable: {} } });
    if (note.sleep !== undefined) this.#sleepTimer.resume(note.sleep);
    if (note.announcement !== undefined) this.#announcements.resume(note.announcement);
  }

  #queue(command: Command): void {
    this.library.yield();
    if (this.#isClosed) {
      this.publishOutcome(command, this.#abandonedOutcome);
      return;
    }
    for (const older of this.#inbox.extract((waiting) => supersedes(command, waiting))) {
      this.publishOutcome(older, { kind: "superseded" });
    }
    if (!this.#inbox.push(command)) {
      this.reject(command, translatable("session.full", "too many commands are queued for this player"));
      return;
    }
    // It expires on time, even while a request before it still waits for its answer.
    this.#expireAt(command, command.expiresAt);
  }

  #expireAt(command: Command, at: number): void {
    const { clock } = this.#options;
    const cancel = clock.after(at - clock.now(), () => {
      this.#expiries.delete(cancel);
      this.#expire(command);
    });
    this.#expiries.add(cancel);
  }

  #expire(command: Command): void {
    const at = expiryOf(this.#session.pending, command);
    if (this.#options.clock.now() < at) {
      // The player is being woken meanwhile, or the timer was early.
      if (Number.isFinite(at)) this.#expireAt(command, at);
      return;
    }
    for (const late of this.#inbox.extract((waiting) => waiting === command))
      this.publishOutcome(late, { kind: "expired" });
  }

  reject(command: CommandRef, phrase: Phrase): void {
    this.publishOutcome(command, { kind: "rejected", ...withReason(phrase) });
  }

  publishOutcome(command: CommandRef, outcome: Outcome): void {
    const { clock, counters } = this.#options;
    const { kind, response, ...details } = stripTranslations(outcome);
    const now = clock.now();
    if (isCommandTarget(command.target))
      counters.commandEnded(command.target, kind, now - command.receivedAt);
    const request = shownRequest(command.request);
    this.#log.logOutcome({ command: command.target, request, outcome: kind, ...details }, kind);
    if (response !== undefined) this.publisher.publishResponse(command, response);
    if (this.#presets.ended(command, outcome) || this.#internalCommands.ended(command, outcome)) return;
    this.publisher.publishOutcome(command, outcome, now);
    this.#options.events?.settled(this, { command, outcome });
  }

  nextStep(): Step {
    this.#steppedAt = this.#options.clock.now();
    const step: Step = this.isOnHold
      ? { kind: "wait", ms: holdMs }
      : plan(this.#session, this.#steppedAt, this.#inbox.first, this.library.nextAt);
    this.#step = step.kind;
    if (step.kind === "wait") this.#waitsUntil = this.#steppedAt + step.ms;
    return step;
  }

  /** Plans the next step of a loop that ends; undefined if there is nothing to read back. */
  nextReadBack(): Step | undefined {
    if (this.isOnHold) return undefined;
    return planReadBack(this.#session, this.#options.clock.now());
  }

  /** Whether nothing may be sent to the player now, since another bridge may have it. */
  get isOnHold(): boolean {
    return this.isLost || this.#options.mayAct?.() === false;
  }

  get view(): LoopView {
    return {
      id: this.id,
      session: this.#session,
      waiting: this.#inbox.first,
      step: this.#step,
      steppedAt: this.#steppedAt,
      longestStepMs: this.#options.longestStepMs,
      isOnHold: this.isOnHold,
    };
  }

  takeCommand(): Command | undefined {
    return this.#inbox.take();
  }

  wait(ms: number): Promise<void> {
    return this.#inbox.wait(ms);
  }

  readonly wake = (): void => this.#inbox.wake();

  /** A read begins. That moves only the time of the next one, so there is nothing to publish. */
  requested(resource: ResourceName): void {
    this.#session = beginRead(this.#session, resource, this.#options.clock.now());
  }

  handleAnswer(resource: ResourceName, result: Answer | DeviceError): void {
    const now = this.#options.clock.now();
    this.#options.counters.polled(this.stats, resource, result, now);
    this.#log.logAnswer(resource, result, now, becomesUnanswered(this.#session, resource));
    this.apply(
      result instanceof DeviceError
        ? { kind: "failed", resource, error: result }
        : { kind: "answered", resource, answer: result },
    );
    if (resource === "audio") this.#log.checkSelections(result, this.#session.player, now);
    if (resource === "declared") this.#log.logDeclared(result);
    this.#observe(resource, result, false);
  }

  handlePush({ resource, answer: result, isInferred }: Push): void {
    const now = this.#options.clock.now();
    if (isInferred === true && !(result instanceof DeviceError)) {
      this.apply({ kind: "inferred", resource, answer: result });
      this.#observe(resource, result, true);
      return;
    }
    this.#log.logAnswer(resource, result, now, becomesUnanswered(this.#session, resource));
    if (result instanceof DeviceError) this.apply({ kind: "failed", resource, error: result });
    else {
      this.stats.lastAnswerAt = now;
      this.apply({ kind: "answered", resource, answer: result, isPushed: true });
    }
    this.#observe(resource, result, false);
    this.wake();
  }

  #observe(resource: ResourceName, result: Answer | DeviceError, isInferred: boolean): void {
    const { identityCheck, presence } = this.#session;
    // Any other answer leaves the value as it was.
    const isTold =
      !(result instanceof DeviceError) &&
      ["reading", "unchanged", "absent"].includes(result.kind) &&
      identityCheck.status === "confirmed";
    if (isTold || presence.availability === "offline")
      this.#options.events?.observed(this, resource, isInferred);
  }

  handlePicture(address: string, picture: Picture | undefined, problem?: string): void {
    this.#log.logPicture(problem, this.#options.clock.now());
    this.apply({ kind: "picture", address, picture });
  }

  /** Publishing the outcome takes a moment, so the read-back is measured from the time of this call. */
  handleReply(call: Call, result: Reply | DeviceError): void {
    const now = this.#options.clock.now();
    this.apply(
      result instanceof DeviceError
        ? { kind: "call-failed", call, error: result }
        : { kind: "called", call, reply: result },
    );
    this.#log.noteSelection(
      call,
      this.#session.pending.effect === undefined && !(result instanceof DeviceError),
      now,
    );
  }

  /** Switches the smart plug of the player over the broker; the player shows whether that worked. */
  switchPlug(to: "on" | "off"): Reply {
    const { broker, plug } = this.#options;
    if (plug !== undefined) {
      broker.publish({ topic: plug.topic, payload: plug[to], retain: false, qos: 1 });
    }
    return { kind: "sent" };
  }

  /** Ends the pending effect without waiting for its proof. */
  abandonPending(phrase: Phrase): void {
    const { effect } = this.#session.pending;
    if (effect === undefined) return;
    const { tag } = effect.effect;
    this.#session = withEffect(this.#session, undefined);
    this.publishOutcome(effect.command, {
      kind: "failed",
      ...withReason(phrase),
      ...(tag !== undefined && { tag }),
    });
  }

  /** Applies an event and plans the next step again, since something may be due earlier now. */
  applyAtOnce(event: SessionEvent): void {
    this.apply(event);
    this.wake();
  }

  /** Applies an event to the session, then publishes its changes and the outcomes that it decided. */
  apply(event: SessionEvent): void {
    // A stopped session may still receive pages and ticks. Its topics belong to another bridge now, or are being
    // cleared.
    if (this.#isClosed) return;
    const now = this.#options.clock.now();
    const before = this.#session;
    const { session, settled } = resolveOutcomes(advance(before, event, now, this.#policy));
    this.#session = session;
    const parts = changedParts(before, session);
    this.#internalCommands.changed();
    if (settled.length === 0 && parts.size === 0) return;
    const { availability, failure } = session.presence;
    if (before.presence.availability === "offline" && availability === "online") this.library.forget();
    if (availability === "offline") this.library.answerAll(playerIsOffline);
    const topics = this.publisher.publishChanges(before, parts);
    // A repeated failure changes no topic, but the page and the log show it.
    if (topics.length === 0 && settled.length === 0 && before.presence.failure === failure) return;
    this.#log.logChanges(before, session, now);
    for (const { command, outcome } of settled) this.publishOutcome(command, outcome);
    this.#options.events?.changed(this, topics);
  }

  /** The loop has ended: every open or late command fails with the reason. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const cancel of this.#expiries) cancel();
    this.publisher.close();
    this.library.answerAll(this.endReason);
    if (isSent(this.#session.pending)) this.abandonPending(this.#unconfirmed);
    const { effect, refreshes } = this.#session.pending;
    const open = [
      ...(effect === undefined ? [] : [effect.command]),
      ...refreshes.map((refresh) => refresh.command),
      ...this.#inbox.extract(() => true),
    ];
    for (const command of open) this.publishOutcome(command, this.#abandonedOutcome);
  }

  /** Says that the command was sent: to repeat it may have its effect twice. */
  get #unconfirmed(): Phrase {
    const reason = { reason: this.endReason };
    return this.#session.pending.effect?.effect.proof === undefined
      ? translatable("end.partly", "only partly sent before {reason}", reason)
      : translatable("end.unconfirmed", "sent, but not confirmed before {reason}", reason);
  }

  get #abandonedOutcome(): Outcome {
    const phrase = translatable("end.first", "{reason} first", { reason: this.endReason });
    return { kind: "failed", ...withReason(phrase) };
  }
}
