import type { Log } from "../../core/ports.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";

export interface CorrectionsOptions {
  readonly clock: Clock;
  readonly log: Log;
}

const mostInAMinute = 3;
const minuteMs = 60_000;
const pauseMs = 600_000;
/** Our own message may still be under way, or its echo. */
const silenceMs = 1000;

/** Corrects topics of ours that others write, but never fights about one endlessly. */
export class Corrections {
  readonly #options: CorrectionsOptions;
  readonly #timers: NamedTimers;
  /** When each topic was corrected in the last minute. */
  readonly #times = new Map<string, readonly number[]>();

  constructor(options: CorrectionsOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
  }

  /** Corrects the topic a second later if it is wrong then, unless that was done too often. */
  request(topic: string, isWrong: () => boolean, correct: () => void): void {
    if (!this.#timers.has(topic))
      this.#timers.after(topic, silenceMs, () => this.#check(topic, isWrong, correct));
  }

  stop(): void {
    this.#timers.cancelAll();
  }

  #check(topic: string, isWrong: () => boolean, correct: () => void): void {
    if (!isWrong()) return;
    const { clock, log } = this.#options;
    const now = clock.now();
    const times = (this.#times.get(topic) ?? []).filter((at) => now - at < minuteMs);
    if (times.length >= mostInAMinute) {
      log.warn({ topic }, "another client keeps writing this topic of ours; not corrected for ten minutes");
      this.#times.delete(topic);
      this.#timers.after(topic, pauseMs, () => this.#check(topic, isWrong, correct));
      return;
    }
    this.#times.set(topic, [...times, now]);
    correct();
  }
}
