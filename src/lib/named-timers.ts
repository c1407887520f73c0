import type { Clock } from "./clock.ts";

/** Timers by name: setting one again replaces the previous one. */
export class NamedTimers {
  readonly #clock: Clock;
  readonly #cancels = new Map<string, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the named timer runs. */
  has(name: string): boolean {
    return this.#cancels.has(name);
  }

  /** Calls back once after `ms`. */
  after(name: string, ms: number, callback: () => void): void {
    this.cancel(name);
    const cancel = this.#clock.after(ms, () => {
      this.#cancels.delete(name);
      callback();
    });
    this.#cancels.set(name, cancel);
  }

  cancel(name: string): void {
    this.#cancels.get(name)?.();
    this.#cancels.delete(name);
  }

  cancelAll(): void {
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
  }
}
