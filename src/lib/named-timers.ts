import type { Clock } from "./clock.ts";

export class NamedTimers {
  readonly #clock: Clock;
  readonly #cancels = new Map<string, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(name: string): boolean {
    return this.#cancels.has(name);
  }

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
