import type { Clock } from "./clock.ts";

/** For so long, answers are worked on before the process looks at its sockets again. */
const turnMs = 50;

type WorkClock = Pick<Clock, "now" | "worked">;

const turns = new WeakMap<WorkClock, Turns>();

/**
 * Resolves when it is the caller's turn; undefined if that may begin its work at once. Node reads up to a thousand sockets
 * before it looks at the others: a bridge that gets the answers of thousands of players at once would read what the broker
 * sends after ten seconds, and be taken for dead. Work that `canWait` comes last, except for one piece in each turn.
 */
export function nextTurn(clock: WorkClock, canWait = false): Promise<void> | undefined {
  let all = turns.get(clock);
  if (all === undefined) turns.set(clock, (all = new Turns(clock.worked ?? (() => clock.now()))));
  return all.next(canWait);
}

class Turns {
  readonly #now: () => number;
  readonly #first: (() => void)[] = [];
  readonly #last: (() => void)[] = [];
  #beganAt: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  next(canWait: boolean): Promise<void> | undefined {
    const before = this.#first.length + (canWait ? this.#last.length : 0);
    if (before === 0 && this.#hasTime()) return undefined;
    return new Promise((resolve) => (canWait ? this.#last : this.#first).push(resolve));
  }

  /** Whether the present turn goes on; it ends once the sockets were looked at. */
  #hasTime(): boolean {
    if (this.#beganAt === undefined) {
      this.#beganAt = this.#now();
      setImmediate(() => void this.#end());
    }
    return this.#now() - this.#beganAt < turnMs;
  }

  async #end(): Promise<void> {
    this.#beganAt = undefined;
    let next = this.#last.length > 0 ? this.#last : this.#first;
    while (next.length > 0 && this.#hasTime()) {
      next.shift()?.();
      next = this.#first.length > 0 ? this.#first : this.#last;
      // The one that waited does its work first.
      await Promise.resolve();
    }
  }
}
