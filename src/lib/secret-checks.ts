import type { Clock } from "./clock.ts";

/** Enough for people who mistype, and far too few for a guesser. */
const mostPerSecond = 10;
const secondMs = 1000;
/** Somebody with the right one waits no longer, however many others guess. */
const longestWaitMs = 5000;

const waiting = new WeakSet<object>();

/** Whether a secret that came over this connection waits for its check. */
export function waitsForCheck(connection: object): boolean {
  return waiting.has(connection);
}

/** The result of a check; too-many: it was wrong, and others had used up the checks. */
export type SecretCheck = "right" | "wrong" | "too-many";

/**
 * Checks tokens or passwords one after another while wrong ones arrive. All callers share the limit, since an attacker can
 * use many addresses, and a proxy sends everybody's requests from one. A right one costs nothing and is never refused.
 */
export class SecretChecks {
  readonly #clock: Clock;
  /** When wrong ones were checked, and when those in the queue will be; in order. */
  #turns: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for a turn, but not after `signal` aborts. A connection has one turn at a time. */
  async check(isRight: () => boolean, connection: object, signal: AbortSignal): Promise<SecretCheck> {
    // Requests that follow each other unanswered on one connection are a guesser's.
    if (waiting.has(connection)) return "too-many";
    const now = this.#clock.now();
    const tenthAt = this.#turns.at(-mostPerSecond) ?? Number.NEGATIVE_INFINITY;
    const turn = Math.max(now, tenthAt + secondMs);
    const waitMs = turn - now;
    const hasTurn = waitMs <= longestWaitMs;
    if (hasTurn) this.#turns = [...this.#turns.filter((at) => at > now - secondMs), turn];
    if (waitMs > 0) {
      waiting.add(connection);
      await this.#clock.sleep(Math.min(waitMs, longestWaitMs), signal);
      waiting.delete(connection);
      if (signal.aborted) return "too-many";
    }
    if (!isRight()) return hasTurn ? "wrong" : "too-many";
    const own = hasTurn ? this.#turns.lastIndexOf(turn) : -1;
    this.#turns = this.#turns.filter((_at, place) => place !== own);
    return "right";
  }
}
