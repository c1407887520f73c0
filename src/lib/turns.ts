import type { Clock } from "./clock.ts";

/** For so long, answers are worked on before the process looks at its sockets again. */
const turnMs = 50;

type WorkClock = Pick<Clock, "now" | "worked">;

const turns = new WeakMap<WorkClock, Turns>();

/**
 * Resolves when it is the caller's turn; undefined if that may begin its work at once. Node reads up to a thousand sockets
 * before it looks at the others: a bridge that gets the answers of thousands of players at once would read what the broker
 * sends after ten seconds, and be taken for dead.
 */
export function nextTurn(clock: WorkClock): Promise<void> | undefined {
  let all = turns.get(clock);
  if (all === undefined) turns.set(clock, (all = new Turns(clock.worked ?? (() => clock.now()))));
  return all.next();
}

class Turns {
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  #beganAt: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  next(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#now() - this.#begin() < turnMs) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** When the present turn began; it ends once the sockets were looked at. */
  #begin(): number {
    if (this.#beganAt === undefined) {
      this.#beganAt = this.#now();
      setImmediate(() => void this.#end());
    }
    return this.#beganAt;
  }

  async #end(): Promise<void> {
    this.#beganAt = undefined;
    while (this.#waiting.length > 0 && this.#now() - this.#begin() < turnMs) {
      this.#waiting.shift()?.();
      // The one that waited does its work first.
      await Promise.resolve();
    }
  }
}
