import { advance, type SessionEvent } from "../core/advance.ts";
import { type Command, isSelection, type Outcome, type SelectCommand } from "../core/command.ts";
import { DeviceError } from "../core/errors.ts";
import type { Answer } from "../core/player.ts";
import { plan } from "../core/plan.ts";
import type { BrokerPort, Log, PlayerPort } from "../core/ports.ts";
import { type RenderTarget, render } from "../core/render.ts";
import type { PolledResourceName, ResourceName } from "../core/resource.ts";
import { type Asked, renderResult } from "../core/result.ts";
import { judge } from "../core/selection.ts";
import { newSession, type Session, type SessionPolicy } from "../core/session.ts";
import { settle } from "../core/settle.ts";
import type { Clock } from "../lib/clock.ts";
import { GraceSignal } from "../lib/grace-signal.ts";
import { Inbox } from "../lib/inbox.ts";
import { PlayerLog } from "./player-log.ts";
import { newPlayerStats } from "./player-stats.ts";

/** What one player's loop works with. */
export interface PlayerSessionOptions {
  readonly target: Omit<RenderTarget, "maxPayloadBytes">;
  readonly player: PlayerPort;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: SessionPolicy;
  readonly inboxSize: number;
  /** A command that is older is not sent any more. */
  readonly deadlineMs: number;
  /** How long after the start the first request is made. */
  readonly startDelayMs: number;
}

/** A command in flight at the end may still finish, for so long. */
const graceMs = 1000;

/** One player's loop: plans, acts, folds what happened into its session, and publishes what that changed. */
export class PlayerSession {
  readonly stats = newPlayerStats();
  readonly #options: PlayerSessionOptions;
  readonly #inbox: Inbox<Command>;
  readonly #log: PlayerLog;
  #session: Session;

  constructor(options: PlayerSessionOptions) {
    this.#options = options;
    this.#inbox = new Inbox(options.inboxSize, options.clock);
    this.#log = new PlayerLog(options.log, options.target.id);
    this.#session = newSession(options.clock.now() + options.startDelayMs);
  }

  get id(): string {
    return this.#options.target.id;
  }

  get deadlineMs(): number {
    return this.#options.deadlineMs;
  }

  get state(): Session {
    return this.#session;
  }

  /** A schedule fired: the resource is due, spread over the time until the next tick. */
  tick(resource: PolledResourceName, intervalMs: number): void {
    this.#happened({ kind: "tick", resource, intervalMs });
    this.#inbox.wake();
  }

  /** The broker holds a page of the queue. */
  pageSeen(page: number): void {
    this.#happened({ kind: "page-seen", page });
  }

  /** Publishes everything: the broker, or someone who listens, starts from nothing. */
  announce(): void {
    this.#publish(undefined, this.#session);
  }

  /** Takes a command in; it gets exactly one outcome. */
  offer(command: Command): void {
    this.stats.commands += 1;
    if (isSelection(command)) {
      for (const older of this.#inbox.extract((waiting) => waiting.target === command.target)) {
        this.tell(older, { kind: "superseded" });
      }
    }
    if (!this.#inbox.push(command)) {
      this.tell(command, { kind: "rejected", reason: "too many commands wait for this player" });
    }
  }

  /** Publishes the outcome of a command. */
  tell(asked: Asked, outcome: Outcome): void {
    const { target, broker, clock } = this.#options;
    this.#log.outcome({
      command: asked.target,
      request: asked.request,
      ...outcome,
      kind: undefined,
      outcome: outcome.kind,
    });
    for (const message of renderResult(target.base, target.id, asked, outcome, clock.now())) {
      broker.publish(message);
    }
  }

  /** Runs until the signal aborts; then every command that waits is told so. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const step = plan(this.#session, this.#options.clock.now(), this.#inbox.size);
      switch (step.kind) {
        case "command":
          await this.#execute(signal);
          break;
        case "read":
          await this.#read(step.resource, signal);
          break;
        case "wait":
          await this.#inbox.wait(step.ms, signal);
          break;
      }
    }
    this.#sayGoodbye();
  }

  async #read(resource: ResourceName, signal: AbortSignal): Promise<void> {
    const result = await this.#ask(() => this.#options.player.read(resource, signal), signal);
    if (result === undefined) return;
    this.#count(resource, result);
    this.#happened(
      result instanceof DeviceError
        ? { kind: "failed", resource, error: result }
        : { kind: "answered", resource, answer: result },
    );
  }

  async #execute(signal: AbortSignal): Promise<void> {
    const command = this.#inbox.take();
    if (command === undefined) return;
    if (isSelection(command)) await this.#select(command, signal);
    else this.#happened({ kind: "refresh", command });
  }

  async #select(command: SelectCommand, signal: AbortSignal): Promise<void> {
    const { clock, player } = this.#options;
    const judgement = judge(this.#session, command, clock.now());
    if (judgement.kind === "settle") {
      this.tell(command, judgement.outcome);
      return;
    }
    const { entry, wasCurrent } = judgement;
    using grace = new GraceSignal(signal, graceMs, clock);
    const result = await this.#ask(
      () => player.select(command.target, entry.tag, grace.signal),
      grace.signal,
    );
    if (result === undefined) {
      this.tell(command, {
        kind: "failed",
        tag: entry.tag,
        reason: "unreachable: no answer before the bridge stopped",
      });
      return;
    }
    const sent = { command, tag: entry.tag, wasCurrent };
    this.#happened(
      result instanceof DeviceError
        ? { kind: "selection-failed", error: result, ...sent }
        : { kind: "selected", answer: result, ...sent },
    );
  }

  /** One request: its answer, its fault, or nothing when it was given up because the bridge stops. */
  async #ask(request: () => Promise<Answer>, signal: AbortSignal): Promise<Answer | DeviceError | undefined> {
    const since = this.#options.clock.now();
    try {
      const answer = await request();
      this.stats.latencyMs = this.#options.clock.now() - since;
      return answer;
    } catch (error) {
      if (error instanceof DeviceError) return error;
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  #count(resource: ResourceName, result: Answer | DeviceError): void {
    const { stats } = this;
    stats.polls += 1;
    if (!(result instanceof DeviceError)) {
      stats.lastAnswerAt = this.#options.clock.now();
      if (result.kind === "unchanged") stats.unchanged += 1;
      if (result.kind === "refused") this.#log.complain(resource, result.reason);
      else this.#log.recover(resource);
    } else if (result.answered) {
      stats.malformed += 1;
      this.#log.complain(resource, result.message);
    } else {
      stats.failures += 1;
    }
  }

  #happened(event: SessionEvent): void {
    const { clock, policy } = this.#options;
    const now = clock.now();
    const before = this.#session;
    const { session, settled } = settle(advance(before, event, now, policy), this.#inbox.size);
    this.#session = session;
    this.#publish(before, session);
    this.#log.changed(before, session, now);
    for (const { command, outcome } of settled) this.tell(command, outcome);
  }

  #publish(before: Session | undefined, after: Session): void {
    const { broker, target } = this.#options;
    const { maxPayloadBytes } = broker;
    for (const message of render({ ...target, maxPayloadBytes }, before, after)) broker.publish(message);
  }

  #sayGoodbye(): void {
    const { pendingSelection, pendingRefreshes } = this.#session;
    const open = [
      ...(pendingSelection === undefined ? [] : [pendingSelection.command]),
      ...pendingRefreshes.map((refresh) => refresh.command),
      ...this.#inbox.extract(() => true),
    ];
    for (const command of open) this.tell(command, { kind: "failed", reason: "the bridge stopped first" });
  }
}
