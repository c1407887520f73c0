import type { Log } from "../../core/ports.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";

/** The dependencies of Corrections. */
export interface CorrectionsOptions {
  readonly clock: Clock;
  readonly log: Log;
}

const mostInAMinute = 3;
const minuteMs = 60_000;
const pauseMs = 600_000;
/** Somebody who publishes on one topic is seldom done with it. */
const silenceMs = 500;

/** Corrects topics of ours that others write, but never fights about one endlessly. */
export class Corrections {
  readonly #options: CorrectionsOptions;
  readonly #timers: NamedTimers;
  readonly #times = new Map<string, readonly number[]>();

  constructor(options: CorrectionsOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
  }

  /** Runs `correct` soon, unless the topic was corrected too often. */
  request(topic: string, correct: () => void): void {
    if (this.#timers.has(topic)) return;
    const { clock, log } = this.#options;
    const now = clock.now();
    const times = (this.#times.get(topic) ?? []).filter((at) => now - at < minuteMs);
    if (times.length < mostInAMinute) {
      this.#times.set(topic, [...times, now]);
      this.#timers.after(topic, silenceMs, correct);
      return;
    }
    log.warn({ topic }, "another client keeps writing this topic of ours; not corrected for ten minutes");
    this.#times.delete(topic);
    this.#timers.after(topic, pauseMs, correct);
  }

  stop(): void {
    this.#timers.cancelAll();
  }
}
