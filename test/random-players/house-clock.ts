import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../src/lib/clock.ts";
import { FakeClock } from "../support/fake-clock.ts";

/** What a player needs of it. */
export type PlayerClock = Pick<Clock, "now" | "after">;

const stepMs = 2;
const lookMs = 0.6;

/**
 * The clock of a bridge and its players, which goes `speed` times as fast as real time, in steps. A busy machine takes
 * longer for a step, so no deadline passes there before the work that it waits for had its turns.
 */
export class HouseClock extends FakeClock implements AsyncDisposable {
  readonly #startedOn = Date.now();
  readonly #going: Promise<void>;
  #seenMs = 0;
  #isOver = false;

  constructor(speed: number) {
    super();
    this.#going = this.#go(stepMs * speed);
  }

  /** Each look takes a moment of the next step: nothing that is done takes no time. */
  override now(): number {
    this.#seenMs = Math.max(this.#seenMs + lookMs, this.steppedMs);
    return this.#seenMs;
  }

  /** The time without those moments. */
  get steppedMs(): number {
    return super.now();
  }

  override after(ms: number, callback: () => void): () => void {
    return super.after(Math.max(0, this.#seenMs - this.steppedMs) + ms, callback);
  }

  override date(): Date {
    return new Date(this.#startedOn + this.now());
  }

  worked(): number {
    return performance.now();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#going;
  }

  async #go(ms: number): Promise<void> {
    while (!this.#isOver) {
      await delay(stepMs);
      await this.advance(ms);
    }
  }
}
