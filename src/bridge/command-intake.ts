import type { Clock } from "../lib/clock.ts";
import { RateLimiter } from "../lib/rate-limiter.ts";

interface CommandIntakeOptions {
  readonly clock: Clock;
  /** So many commands got no answer of their own since the last report, by lane. */
  readonly onSkipped: (counts: ReadonlyMap<string, number>) => void;
}

/** Far more than people and programs send to one player, and few enough to be answered one by one. */
const burst = 200;
const perSecond = 100;
/** Commands of all lanes that wait for a later turn. */
const mostWaiting = 1000;
/**
 * For so long, commands are carried out before the process looks at its sockets again. A broker such as Mosquitto sends
 * twenty messages at a time and drops what waits beyond a thousand, so the sockets must be read hundreds of times a second.
 */
const turnMs = 2;
const reportMs = 1000;

/**
 * Carries out commands with bounded work in each turn of the event loop, one lane after the other. Each player is a lane,
 * so a flood to one of them delays no other, and neither the connection to the broker. What comes faster than it could be
 * answered is counted.
 */
export class CommandIntake {
  readonly #options: CommandIntakeOptions;
  readonly #limiters = new Map<string, RateLimiter>();
  /** The lanes in the order of their turns. */
  readonly #lanes = new Map<string, (() => void)[]>();
  #waiting = 0;
  #beganAt: number | undefined;
  #skipped = new Map<string, number>();
  #cancelReport: (() => void) | undefined;

  constructor(options: CommandIntakeOptions) {
    this.#options = options;
  }

  /** Calls `act` at once or in a later turn; or never, if too much comes on this lane. */
  take(lane: string, act: () => void): void {
    if (!this.#limiter(lane).take()) this.#skip(lane);
    else if (this.#waiting === 0 && this.#hasTime()) act();
    else this.#wait(lane, act);
  }

  /** Reports what was skipped without waiting for more. */
  report(): void {
    this.#cancelReport?.();
    this.#cancelReport = undefined;
    const skipped = this.#skipped;
    this.#skipped = new Map();
    if (skipped.size > 0) this.#options.onSkipped(skipped);
  }

  #limiter(lane: string): RateLimiter {
    const known = this.#limiters.get(lane);
    if (known !== undefined) return known;
    const limiter = new RateLimiter(perSecond, this.#options.clock, burst);
    this.#limiters.set(lane, limiter);
    return limiter;
  }

  #wait(lane: string, act: () => void): void {
    const waiting = this.#lanes.get(lane);
    if (waiting === undefined) this.#lanes.set(lane, [act]);
    else waiting.push(act);
    this.#waiting += 1;
    if (this.#waiting > mostWaiting) this.#skipOfLongest();
  }

  #skipOfLongest(): void {
    let [longest, most] = ["", 0];
    for (const [lane, { length }] of this.#lanes) if (length > most) [longest, most] = [lane, length];
    this.#lanes.get(longest)?.pop();
    this.#waiting -= 1;
    this.#skip(longest);
  }

  #skip(lane: string): void {
    this.#skipped.set(lane, (this.#skipped.get(lane) ?? 0) + 1);
    this.#cancelReport ??= this.#options.clock.after(reportMs, () => this.report());
  }

  /** Whether the present turn goes on; it ends once the sockets were looked at. */
  #hasTime(): boolean {
    const now = this.#now();
    if (this.#beganAt === undefined) {
      this.#beganAt = now;
      setImmediate(() => this.#continue());
    }
    return now - this.#beganAt < turnMs;
  }

  #continue(): void {
    this.#beganAt = undefined;
    for (const [lane, waiting] of this.#lanes) {
      if (!this.#hasTime()) return;
      // Its next command follows those of the other lanes.
      this.#lanes.delete(lane);
      const act = waiting.shift();
      if (waiting.length > 0) this.#lanes.set(lane, waiting);
      if (act === undefined) continue;
      this.#waiting -= 1;
      act();
    }
  }

  #now(): number {
    const { clock } = this.#options;
    return clock.worked?.() ?? clock.now();
  }
}
