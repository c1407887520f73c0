import { type Command, type CommandTarget, wishFor } from "../core/controls/command.ts";
import type { Outcome, StepOutcome } from "../core/controls/effect.ts";
import { shownRequest } from "../core/controls/request.ts";
import type { CommandRef } from "../core/topics/result.ts";
import { onAbort } from "../lib/aborted.ts";
import type { Clock } from "../lib/clock.ts";

interface InternalCommandsOptions {
  readonly clock: Clock;
  /** Older steps are no longer sent. */
  readonly deadlineMs: number;
  readonly offer: (step: Command) => void;
}

/** Commands that the bridge gives to a player by itself, one after another, and the pauses between them. */
export class InternalCommands {
  readonly #options: InternalCommandsOptions;
  readonly #open = new Map<CommandRef, { readonly isHidden: boolean; readonly done: (o: Outcome) => void }>();
  readonly #waiting = new Set<() => void>();

  constructor(options: InternalCommandsOptions) {
    this.#options = options;
  }

  /** Gives a command and resolves with its outcome; `collected` gets the outcome instead of the topic of results. */
  run(target: CommandTarget, request: string, collected?: StepOutcome[]): Promise<Outcome> {
    const { clock, deadlineMs, offer } = this.#options;
    const receivedAt = clock.now();
    const expiresAt = receivedAt + deadlineMs;
    const life = { transaction: undefined, replyTo: undefined, receivedAt, expiresAt };
    const step: Command = { ...wishFor(target, request), ...life };
    return new Promise((resolve) => {
      const done = (outcome: Outcome): void => {
        const { kind, ...details } = outcome;
        collected?.push({ command: target, request: shownRequest(request), outcome: kind, ...details });
        resolve(outcome);
      };
      this.#open.set(step, { isHidden: collected !== undefined, done });
      offer(step);
    });
  }

  /** Records the outcome of a step; returns whether it goes to no other sender. */
  ended(step: CommandRef, outcome: Outcome): boolean {
    const open = this.#open.get(step);
    this.#open.delete(step);
    open?.done(outcome);
    return open?.isHidden === true;
  }

  /** Waits until the test passes after a change, or for this long, or until the signal aborts; whether it passed. */
  async until(test: () => boolean, ms: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted || test() || ms <= 0) return test();
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const check = (): void => {
      if (test()) end();
    };
    using _ = onAbort(signal, end);
    this.#waiting.add(check);
    const cancel = ms < Number.POSITIVE_INFINITY ? this.#options.clock.after(ms, end) : undefined;
    await ended;
    cancel?.();
    this.#waiting.delete(check);
    return test();
  }

  changed(): void {
    for (const check of this.#waiting) check();
  }
}
