/** How a player goes to sleep and wakes. */
export interface PowerSwitchOptions {
  readonly now: () => number;
  /** From waking to the first answer. */
  readonly bootMs: number;
  /** After it went to sleep, a packet that comes sooner is lost. */
  readonly deafMs: number;
  readonly sleep: () => Promise<void>;
  readonly wake: () => Promise<void>;
}

/** The answer to the call that puts it to sleep still goes out. */
const lastWordsMs = 30;

/** Takes a player off the network and brings it back, as its power options and its magic packet want it. */
export class PowerSwitch implements Disposable {
  readonly #options: PowerSwitchOptions;
  #timer: NodeJS.Timeout | undefined;
  #asleepSinceMs: number | undefined;
  /** Packets that came too early. */
  lostPackets = 0;

  constructor(options: PowerSwitchOptions) {
    this.#options = options;
  }

  /** Does what setPowerOption was told. */
  obey(tag: string): void {
    if (tag === "timeshutdown") return;
    this.#after(lastWordsMs, async () => {
      this.#asleepSinceMs = this.#options.now();
      await this.#options.sleep();
      if (tag === "reboot") this.#boot();
    });
  }

  /** A magic packet came. One that comes while it boots, or while it is on, changes nothing. */
  hear(): void {
    if (this.#asleepSinceMs === undefined) return;
    if (this.#options.now() - this.#asleepSinceMs < this.#options.deafMs) this.lostPackets += 1;
    else this.#boot();
  }

  #boot(): void {
    this.#asleepSinceMs = undefined;
    this.#after(this.#options.bootMs, this.#options.wake);
  }

  #after(ms: number, act: () => Promise<void>): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void act();
    }, ms);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
