import { NamedTimers } from "../../lib/named-timers.ts";
import type { BridgeContext } from "../bridge-context.ts";

type Context = Pick<BridgeContext, "clock" | "log">;

const mostInAMinute = 3;
const minuteMs = 60_000;
const pauseMs = 600_000;
/** Our own message may still be under way, or its echo. */
const silenceMs = 1000;

/** Corrects topics of ours that others write, but never fights about one endlessly. */
export class Corrections {
  readonly #context: Context;
  readonly #timers: NamedTimers;
  /** When each topic was corrected in the last minute. */
  readonly #times = new Map<string, readonly number[]>();

  constructor(context: Context) {
    this.#context = context;
    this.#timers = new NamedTimers(context.clock);
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
    const { clock, log } = this.#context;
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
