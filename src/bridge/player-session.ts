import { advance, type SessionEvent } from "../core/session/advance.ts";
import type { Call, Reply } from "../core/controls/call.ts";
import { type Command, supersedes } from "../core/controls/command.ts";
import type { Outcome } from "../core/controls/effect.ts";
import { DeviceError } from "../core/errors.ts";
import type { LoopView } from "../core/session/health.ts";
import type { Picture } from "../core/resources/picture.ts";
import { plan, type Step } from "../core/session/plan.ts";
import type { Answer, PolledResourceName, ResourceName } from "../core/resources/player.ts";
import type { BrokerPort, Log } from "../core/ports.ts";
import type { Asked, Settled } from "../core/topics/result.ts";
import { type InitialFacts, newSession, type Session, type SessionPolicy } from "../core/session/session.ts";
import type { Counters } from "../core/session/counters.ts";
import type { ChangedTopic, PlayerTarget } from "../core/topics/render.ts";
import { resolveOutcomes } from "../core/session/resolve-outcomes.ts";
import type { Clock } from "../lib/clock.ts";
import { Inbox } from "../lib/inbox.ts";
import { PlayerLog } from "./player-log.ts";
import { countResult, newPlayerStats } from "./player-stats.ts";
import { PlayerPublisher } from "./player-publisher.ts";

/** The dependencies and settings of one player's session. */
export interface PlayerSessionOptions {
  readonly target: PlayerTarget;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Counters;
  readonly policy: SessionPolicy;
  readonly inboxSize: number;
  /** Facts that are known before the first request. */
  readonly initialFacts?: InitialFacts;
  /** Older commands are no longer sent. */
  readonly deadlineMs: number;
  /** The delay of the first request after the start. */
  readonly startDelayMs: number;
  /** The upper limit for one request or command, including slow players. */
  readonly longestStepMs: number;
  /** Called after changed topics were published, a command ended or a request failed. */
  readonly onChanged?: (topics: readonly ChangedTopic[]) => void;
  /** Called after the outcome of a command was published. */
  readonly onSettled?: (settled: Settled) => void;
}

/** One player's session: applies events to its state and publishes the changes. runSession is its loop. */
export class PlayerSession {
  readonly stats = newPlayerStats();
  readonly #options: PlayerSessionOptions;
  readonly #inbox: Inbox<Command>;
  readonly #log: PlayerLog;
  readonly #publisher: PlayerPublisher;
  #session: Session;
  #step: Step["kind"] = "wait";
  #steppedAt: number;
  #restsUntil = Number.POSITIVE_INFINITY;
  #isClosed = false;
  #end = "the bridge stopped";

  constructor(options: PlayerSessionOptions) {
    this.#options = options;
    this.#inbox = new Inbox(options.inboxSize, options.clock);
    this.#log = new PlayerLog(options.log, options.target.id);
    this.#publisher = new PlayerPublisher(options.broker, options.target, () => this.#session);
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
    return this.#options.target.address;
  }

  get deadlineMs(): number {
    return this.#options.deadlineMs;
  }

  get state(): Session {
    return this.#session;
  }

  /** The number of waiting commands. */
  get waiting(): number {
    return this.#inbox.size;
  }

  /** Why the session ends, as commands report it that are still open then. */
  get end(): string {
    return this.#end;
  }

  /**
   * A schedule fired: these resources are due, spread over the time until the next tick. A wait that would end at the
   * same moment is not interrupted.
   */
  tick(resources: readonly PolledResourceName[], intervalMs: number): void {
    this.happened({ kind: "tick", resources, intervalMs });
    if (this.#step !== "wait") return;
    const now = this.#options.clock.now();
    const step = plan(this.#session, now, this.#inbox.first);
    if (step.kind !== "wait" || now + step.ms < this.#restsUntil) this.wake();
  }

  /** The broker holds this page of the queue. */
  pageSeen(page: number): void {
    this.happened({ kind: "page-seen", page });
  }

  /** The identity under which Home Assistant knows the player was decided. */
  identified(identity: string): void {
    if (identity !== this.#session.identity) this.happened({ kind: "identified", identity });
  }

  /** Publishes everything when nothing more urgent waits: the broker or a subscriber starts from nothing. */
  announce(): void {
    this.#publisher.tellAllLater();
  }

  /** Queues a command; it gets exactly one outcome. */
  offer(command: Command): void {
    this.stats.commands += 1;
    if (this.#isClosed) {
      this.tell(command, this.#undone);
      return;
    }
    for (const older of this.#inbox.extract((waiting) => supersedes(command, waiting))) {
      this.tell(older, { kind: "superseded" });
    }
    if (!this.#inbox.push(command)) {
      this.tell(command, { kind: "rejected", reason: "too many commands wait for this player" });
    }
  }

  tell(asked: Asked, outcome: Outcome): void {
    const { clock, counters } = this.#options;
    const { kind, ...details } = outcome;
    const now = clock.now();
    counters.ended(asked.target, kind, now - asked.receivedAt);
    this.#log.outcome({ command: asked.target, request: asked.request, outcome: kind, ...details });
    this.#publisher.tellOutcome(asked, outcome, now);
    this.#options.onSettled?.({ asked, outcome });
  }

  /** Plans the loop's next step. */
  nextStep(): Step {
    this.#steppedAt = this.#options.clock.now();
    const step = plan(this.#session, this.#steppedAt, this.#inbox.first);
    this.#step = step.kind;
    if (step.kind === "wait") this.#restsUntil = this.#steppedAt + step.ms;
    return step;
  }

  /** The loop as the health check sees it. */
  get view(): LoopView {
    return {
      id: this.id,
      session: this.#session,
      waiting: this.#inbox.first,
      step: this.#step,
      steppedAt: this.#steppedAt,
      longestStepMs: this.#options.longestStepMs,
    };
  }

  /** Removes the oldest waiting command and returns it. */
  take(): Command | undefined {
    return this.#inbox.take();
  }

  /** Waits `ms`, or until an event may change the next step. */
  rest(ms: number): Promise<void> {
    return this.#inbox.wait(ms);
  }

  /** Ends the current wait. */
  readonly wake = (): void => this.#inbox.wake();

  /** Handles the result of a read. */
  heard(resource: ResourceName, result: Answer | DeviceError): void {
    const now = this.#options.clock.now();
    countResult(this.stats, result, now);
    this.#options.counters.polled(resource, result, this.stats.latencyMs ?? 0);
    this.#log.heard(resource, result, now);
    this.happened(
      result instanceof DeviceError
        ? { kind: "failed", resource, error: result }
        : { kind: "answered", resource, answer: result },
    );
    if (resource === "audio") this.#log.listed(result, this.#session.player.audio, now);
  }

  /** Handles the result of a picture request: a picture or a problem. */
  pictured(address: string, picture: Picture | undefined, problem?: string): void {
    this.#log.pictured(problem, this.#options.clock.now());
    this.happened({ kind: "picture", address, picture });
  }

  /**
   * Handles the result of a call. Publishing the outcome takes a moment, so the read-back is measured from the time of
   * this call.
   */
  called(call: Call, result: Reply | DeviceError): void {
    const now = this.#options.clock.now();
    this.happened(
      result instanceof DeviceError
        ? { kind: "call-failed", call, error: result }
        : { kind: "called", call, reply: result },
    );
    this.#log.called(call, this.#session.pending === undefined && !(result instanceof DeviceError), now);
  }

  /** Ends the pending effect without waiting for its proof. */
  giveUp(reason: string): void {
    const { pending } = this.#session;
    if (pending === undefined) return;
    const { tag } = pending.effect;
    this.#session = { ...this.#session, pending: undefined };
    this.tell(pending.command, { kind: "failed", reason, ...(tag !== undefined && { tag }) });
  }

  /** Applies an event to the session, then publishes its changes and the outcomes that it decided. */
  happened(event: SessionEvent): void {
    // A stopped session may still receive pages and ticks. Its topics belong to another bridge now, or are being
    // cleared.
    if (this.#isClosed) return;
    const now = this.#options.clock.now();
    const before = this.#session;
    const { session, settled } = resolveOutcomes(advance(before, event, now, this.#options.policy));
    this.#session = session;
    const topics = this.#publisher.publishChanges(before);
    // A repeated failure changes no topic, but the page and the log show it.
    if (topics.length === 0 && settled.length === 0 && before.failure === session.failure) return;
    this.#log.changed(before, session, now);
    for (const { command, outcome } of settled) this.tell(command, outcome);
    this.#options.onChanged?.(topics);
  }

  /** Sets why the session ends when it is not because the whole bridge stops. */
  endBecause(what: string): void {
    this.#end = what;
  }

  /** The loop has ended: every open or late command fails with the reason. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#publisher.close();
    const { pending, pendingRefreshes } = this.#session;
    const open = [
      ...(pending === undefined ? [] : [pending.command]),
      ...pendingRefreshes.map((refresh) => refresh.command),
      ...this.#inbox.extract(() => true),
    ];
    for (const command of open) this.tell(command, this.#undone);
  }

  get #undone(): Outcome {
    return { kind: "failed", reason: `${this.#end} first` };
  }
}
