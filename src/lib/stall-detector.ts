import type { Clock } from "./clock.ts";
import { secondMs, everySecond } from "./every-second.ts";

/** A process under load is late, too; only longer gaps count. */
const shortestMs = 2000;
/** Once nothing has arrived for this long, everything that waited in sockets has been read. */
const quietMs = 1000;
/** Sockets do not hold more than is read in this time: a steady stream of messages is fresh after it. */
const longestDrainMs = 10_000;
/** A suspension moves the date by seconds. */
const noticeableMs = 200;

/**
 * Detects that the process was suspended, by a signal or with the machine. Messages that arrive right
 * afterwards may have waited in a socket all the time. `uptimeMs` must keep counting while the machine is suspended;
 * the date is not suitable, since it can be set.
 */
export class StallDetector implements Disposable {
  readonly #clock: Clock;
  readonly #uptimeMs: () => number;
  readonly #cancel: () => void;
  #beatAt: number;
  #gapMs = 0;
  #quietUntil = Number.NEGATIVE_INFINITY;
  #drainedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, uptimeMs: () => number) {
    this.#clock = clock;
    this.#uptimeMs = uptimeMs;
    this.#beatAt = uptimeMs();
    this.#cancel = everySecond(clock, () => {
      this.#check();
      this.#beatAt = this.#uptimeMs();
    });
  }

  /** How long a message that arrives now may have waited in a socket; 0 in a process that runs normally. */
  messageAgeMs(): number {
    this.#check();
    const now = this.#clock.now();
    if (now >= this.#quietUntil) return 0;
    this.#quietUntil = Math.min(now + quietMs, this.#drainedAt);
    return this.#gapMs;
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }

  /** Notices a gap that has just ended. */
  #check(): void {
    const gapMs = this.#uptimeMs() - this.#beatAt - secondMs;
    if (gapMs < shortestMs) return;
    this.#beatAt = this.#uptimeMs();
    this.#gapMs = gapMs;
    this.#quietUntil = this.#clock.now() + quietMs;
    this.#drainedAt = this.#clock.now() + longestDrainMs;
  }
}

/** Counts suspended time. Reading it opens a file, so that is done only when the date has moved as it does in a suspension. */
export function uptimeOf(readMs: () => number, clock: Pick<Clock, "now" | "date">): () => number {
  let [aheadMs, dateAheadMs] = [0, Number.NEGATIVE_INFINITY];
  return () => {
    const now = clock.now();
    const seenMs = clock.date().getTime() - now;
    if (Math.abs(seenMs - dateAheadMs) > noticeableMs) [aheadMs, dateAheadMs] = [readMs() - now, seenMs];
    return now + aheadMs;
  };
}
