import type { SimulatorClock } from "../clock.ts";

export interface PowerSwitchOptions {
  readonly clock: SimulatorClock;
  /** The time from waking to the first answer. */
  readonly bootMs: number;
  /** A magic packet within this time after falling asleep is lost. */
  readonly deafMs: number;
  readonly sleep: () => Promise<void>;
  readonly wake: () => Promise<void>;
}

/** Time to send the answer of the call that puts it to sleep. */
const replyMs = 30;

export class PowerSwitch implements Disposable {
  readonly #options: PowerSwitchOptions;
  #cancel: (() => void) | undefined;
  #asleepSinceMs: number | undefined;
  /** Packets that came too early. */
  lostPackets = 0;

  constructor(options: PowerSwitchOptions) {
    this.#options = options;
  }

  perform(tag: string): void {
    if (tag === "timeshutdown") return;
    this.#after(replyMs, async () => {
      this.#asleepSinceMs = this.#options.clock.now();
      await this.#options.sleep();
      if (tag === "reboot") this.#boot();
    });
  }

  /** Handles a magic packet; it has no effect while the player boots or is on. */
  receivePacket(): void {
    if (this.#asleepSinceMs === undefined) return;
    if (this.#options.clock.now() - this.#asleepSinceMs < this.#options.deafMs) this.lostPackets += 1;
    else this.#boot();
  }

  #boot(): void {
    this.#asleepSinceMs = undefined;
    this.#after(this.#options.bootMs, this.#options.wake);
  }

  #after(ms: number, act: () => Promise<void>): void {
    this.#cancel?.();
    this.#cancel = this.#options.clock.after(ms, () => {
      void act();
    });
  }

  [Symbol.dispose](): void {
    this.#cancel?.();
  }
}
