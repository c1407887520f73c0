import type { Clock } from "./clock.ts";
import { NamedTimers } from "./named-timers.ts";

const beatMs = 1000;
/** A process under load is late, too; only longer gaps count. */
const shortestMs = 2000;
/** Everything that waited in sockets has been read when nothing arrived for so long. */
const quietMs = 1000;

/**
 * Notices that the process stood still: stopped by a signal, or the whole machine suspended. Messages that arrive right
 * after that may have waited in a socket all the time. `uptimeMs` has to run on while the machine is suspended; the
 * date is no measure, since it can be set.
 */
export class Standstill implements Disposable {
  readonly #clock: Clock;
  readonly #uptimeMs: () => number;
  readonly #timers: NamedTimers;
  #beatAt: number;
  #gapMs = 0;
  #quietUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, uptimeMs: () => number) {
    this.#clock = clock;
    this.#uptimeMs = uptimeMs;
    this.#timers = new NamedTimers(clock);
    this.#beatAt = uptimeMs();
    this.#next();
  }

  /** How long a message that arrives now may have waited in a socket; 0 in a process that runs. */
  messageAgeMs(): number {
    this.#check();
    const now = this.#clock.now();
    if (now >= this.#quietUntil) return 0;
    this.#quietUntil = now + quietMs;
    return this.#gapMs;
  }

  [Symbol.dispose](): void {
    this.#timers.cancelAll();
  }

  #next(): void {
    this.#timers.after("beat", beatMs, () => {
      this.#check();
      this.#beatAt = this.#uptimeMs();
      this.#next();
    });
  }

  #check(): void {
    const gapMs = this.#uptimeMs() - this.#beatAt - beatMs;
    if (gapMs < shortestMs) return;
    this.#beatAt = this.#uptimeMs();
    this.#gapMs = gapMs;
    this.#quietUntil = this.#clock.now() + quietMs;
  }
}
