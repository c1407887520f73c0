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

/** What one player's session works with. */
export interface PlayerSessionOptions {
  readonly target: PlayerTarget;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Counters;
  readonly policy: SessionPolicy;
  readonly inboxSize: number;
  /** What is known of the player before it is asked. */
  readonly initialFacts?: InitialFacts;
  /** A command that is older is not sent any more. */
  readonly deadlineMs: number;
  /** How long after the start the first request is made. */
  readonly startDelayMs: number;
  /** No request or command may take longer, whatever the player does. */
  readonly longestStepMs: number;
  /** Called after changed topics were published, a command ended or a request failed. */
  readonly onChanged?: (topics: readonly ChangedTopic[]) => void;
  /** Called after the outcome of a command was published. */
  readonly onSettled?: (settled: Settled) => void;
}

/** One player's session: folds in what happens, and publishes what that changed. Its loop is runSession. */
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

  /** Where the player is, without credentials. */
  get address(): string {
    return this.#options.target.address;
  }

  get deadlineMs(): number {
    return this.#options.deadlineMs;
  }

  get state(): Session {
    return this.#session;
  }

  /** Commands that wait. */
  get waiting(): number {
    return this.#inbox.size;
  }

  /** What ends the session, as commands are told that it leaves undone. */
  get end(): string {
    return this.#end;
  }

  /** A schedule fired: these are due, spread over the time until the next tick. A rest that ends as before goes on. */
  tick(resources: readonly PolledResourceName[], intervalMs: number): void {
    this.happened({ kind: "tick", resources, intervalMs });
    if (this.#step !== "wait") return;
    const now = this.#options.clock.now();
    const step = plan(this.#session, now, this.#inbox.first);
    if (step.kind !== "wait" || now + step.ms < this.#restsUntil) this.wake();
  }

  /** The broker holds a page of the queue. */
  pageSeen(page: number): void {
    this.happened({ kind: "page-seen", page });
  }

  /** It is decided what Home Assistant knows the player by. */
  identified(identity: string): void {
    if (identity !== this.#session.identity) this.happened({ kind: "identified", identity });
  }

  /** Publishes everything when its turn comes: the broker, or someone who listens, starts from nothing. */
  announce(): void {
    this.#publisher.tellAllLater();
  }

  /** Takes a command in; it gets exactly one outcome. */
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

  /** Publishes the outcome of a command. */
  tell(asked: Asked, outcome: Outcome): void {
    const { clock, counters } = this.#options;
    const { kind, ...details } = outcome;
    const now = clock.now();
    counters.ended(asked.target, kind, now - asked.receivedAt);
    this.#log.outcome({ command: asked.target, request: asked.request, outcome: kind, ...details });
    this.#publisher.tellOutcome(asked, outcome, now);
    this.#options.onSettled?.({ asked, outcome });
  }

  /** What the loop is to do next. */
  nextStep(): Step {
    this.#steppedAt = this.#options.clock.now();
    const step = plan(this.#session, this.#steppedAt, this.#inbox.first);
    this.#step = step.kind;
    if (step.kind === "wait") this.#restsUntil = this.#steppedAt + step.ms;
    return step;
  }

  /** How the loop looks from outside. */
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

  /** The oldest command that waits. */
  take(): Command | undefined {
    return this.#inbox.take();
  }

  /** Waits so long, or until something happens that may change the next step. */
  rest(ms: number): Promise<void> {
    return this.#inbox.wait(ms);
  }

  /** Ends the rest. */
  readonly wake = (): void => this.#inbox.wake();

  /** A resource was asked for. */
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

  /** A picture was asked for: here it is, or the problem. */
  pictured(address: string, picture: Picture | undefined, problem?: string): void {
    this.#log.pictured(problem, this.#options.clock.now());
    this.happened({ kind: "picture", address, picture });
  }

  /** A call was made. Telling its outcome takes a while: the list that is read back comes a second after this moment. */
  called(call: Call, result: Reply | DeviceError): void {
    const now = this.#options.clock.now();
    this.happened(
      result instanceof DeviceError
        ? { kind: "call-failed", call, error: result }
        : { kind: "called", call, reply: result },
    );
    this.#log.called(call, this.#session.pending === undefined && !(result instanceof DeviceError), now);
  }

  /** The effect that is under way will not be waited for. */
  giveUp(reason: string): void {
    const { pending } = this.#session;
    if (pending === undefined) return;
    const { tag } = pending.effect;
    this.#session = { ...this.#session, pending: undefined };
    this.tell(pending.command, { kind: "failed", reason, ...(tag !== undefined && { tag }) });
  }

  /** Folds an event into the session, publishes what it changed, and tells the outcomes that it decided. */
  happened(event: SessionEvent): void {
    // What left may still be told of pages and ticks; its topics are somebody else's now, or are being cleared.
    if (this.#isClosed) return;
    const now = this.#options.clock.now();
    const before = this.#session;
    const { session, settled } = resolveOutcomes(advance(before, event, now, this.#options.policy));
    this.#session = session;
    const topics = this.#publisher.publishChanges(before);
    // Another failure of a player is no topic, but the page and the log show it.
    if (topics.length === 0 && settled.length === 0 && before.failure === session.failure) return;
    this.#log.changed(before, session, now);
    for (const { command, outcome } of settled) this.tell(command, outcome);
    this.#options.onChanged?.(topics);
  }

  /** The session is going to end for this reason, and not because the whole bridge stops. */
  endBecause(what: string): void {
    this.#end = what;
  }

  /** The loop has ended: every command that is open, or still comes, is told so. */
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
