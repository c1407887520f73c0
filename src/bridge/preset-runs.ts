import { type Command, targetCalled, wishFor } from "../core/controls/command.ts";
import type { Outcome, StepOutcome } from "../core/controls/effect.ts";
import { shownRequest } from "../core/controls/request.ts";
import { findPreset, isFailure, type Preset } from "../core/controls/preset.ts";
import type { PlayerState } from "../core/resources/player.ts";
import type { CommandRef } from "../core/topics/result.ts";
import type { Clock } from "../lib/clock.ts";
import { withReason, translatable } from "../lib/phrase.ts";

interface PresetRunsOptions {
  readonly presets: readonly Preset[];
  readonly clock: Clock;
  /** Older steps are no longer sent. */
  readonly deadlineMs: number;
  readonly offer: (step: Command) => void;
  readonly player: () => PlayerState;
  /** Removes a step from the queue; false if it is being carried out. */
  readonly withdraw: (step: CommandRef) => boolean;
  readonly settle: (command: Command, outcome: Outcome) => void;
}

interface Run {
  readonly command: Command;
  readonly preset: Preset;
  readonly done: StepOutcome[];
  /** A newer preset has replaced this one: it ends with its current step. */
  isSuperseded: boolean;
}

/** Carries out presets, one step after another: each is offered when the one before has its outcome. */
export class PresetRuns {
  readonly #options: PresetRunsOptions;
  readonly #runs = new Map<CommandRef, Run>();

  constructor(options: PresetRunsOptions) {
    this.#options = options;
  }

  /** Begins a preset, which supersedes one that is being carried out. It gets exactly one outcome. */
  begin(command: Command): void {
    const { presets, settle } = this.#options;
    const preset = findPreset(presets, command.request);
    if (preset === undefined) {
      const known = presets.map(({ name }) => JSON.stringify(name)).join(", ");
      const phrase =
        known === ""
          ? translatable("preset.none", "unknown preset: none is configured for this player")
          : translatable("preset.unknown", "unknown preset: the player has {presets}", { presets: known });
      settle(command, { kind: "rejected", ...withReason(phrase) });
      return;
    }
    for (const [step, run] of this.#runs) {
      run.isSuperseded = true;
      if (this.#options.withdraw(step)) this.ended(step, { kind: "superseded" });
    }
    this.#next({ command, preset, done: [], isSuperseded: false }, command);
  }

  /** Records the outcome of a step and continues its preset; false for a command that is no step. */
  ended(step: CommandRef, outcome: Outcome): boolean {
    const run = this.#runs.get(step);
    if (run === undefined) return false;
    this.#runs.delete(step);
    const { kind, ...details } = outcome;
    const request = shownRequest(step.request);
    const done = { command: step.target, request, outcome: kind, ...details } as StepOutcome;
    run.done.push(done);
    const isOver = run.done.length === run.preset.steps.length || run.isSuperseded;
    if (isOver || (isFailure(done) && !run.preset.goesOn)) this.#options.settle(run.command, outcomeOf(run));
    else this.#next(run, undefined);
    return true;
  }

  /** Offers the next step. The first one has the deadline of the command, each other one its own. */
  #next(run: Run, first: Command | undefined): void {
    const { clock, deadlineMs, offer } = this.#options;
    const { senderExpiresAt = Number.POSITIVE_INFINITY } = run.command;
    const now = clock.now();
    const step = run.preset.steps[run.done.length];
    if (step === undefined) return;
    const target = targetCalled(step.called ?? step.target, this.#options.player()) ?? step.target;
    const command: Command = {
      ...run.command,
      ...wishFor(target, step.request),
      replyTo: undefined,
      receivedAt: first?.receivedAt ?? now,
      expiresAt: first?.expiresAt ?? Math.min(now + deadlineMs, senderExpiresAt),
    };
    this.#runs.set(command, run);
    offer(command);
  }
}

function outcomeOf({ preset, done, isSuperseded }: Run): Outcome {
  const skipped = preset.steps
    .slice(done.length)
    .map(
      ({ target, request }): StepOutcome => ({
        command: target,
        request: shownRequest(request),
        outcome: "skipped",
      }),
    );
  const steps = [...done, ...skipped];
  const isIncomplete = skipped.length > 0 || done.some(({ outcome }) => outcome === "superseded");
  if (isSuperseded && isIncomplete) return { kind: "superseded", steps };
  const failed = done.findIndex(isFailure);
  const step = done[failed];
  if (step === undefined) {
    return { kind: done.every(({ outcome }) => outcome === "unchanged") ? "unchanged" : "applied", steps };
  }
  const phrase = translatable("preset.step", "step {place} of {count} ({step}): {reason}", {
    place: failed + 1,
    count: steps.length,
    step: `${step.command} ${step.request}`,
    reason: step.phrase ?? step.reason ?? step.outcome,
  });
  return { kind: "failed", ...withReason(phrase), steps };
}
