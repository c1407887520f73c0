import { readFileSync } from "node:fs";

const tickMs = 20;

/**
 * Measures how long a busy machine kept processes from running, which is no fault of the bridge: this process and, where
 * Linux tells it, the bridge.
 */
export class Stalls implements Disposable {
  #ownMs = 0;
  #bridgeMs = 0;
  #lastOfBridge: { readonly pid: number | undefined; readonly ms: number } = { pid: undefined, ms: 0 };
  #lastAt = performance.now();
  readonly #timer = setInterval(() => {
    const now = performance.now();
    this.#ownMs += Math.max(0, now - this.#lastAt - tickMs);
    this.#lastAt = now;
    this.#measureBridge();
  }, tickMs);
  readonly #bridgePid: () => number | undefined;

  constructor(bridgePid: () => number | undefined) {
    this.#bridgePid = bridgePid;
  }

  get totalMs(): number {
    return Math.max(this.#ownMs, this.#bridgeMs);
  }

  #measureBridge(): void {
    const pid = this.#bridgePid();
    const ms = pid === undefined ? 0 : waitedMs(pid);
    if (pid === this.#lastOfBridge.pid) this.#bridgeMs += Math.max(0, ms - this.#lastOfBridge.ms);
    this.#lastOfBridge = { pid, ms };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

/** How long a process could have run, but had to wait for a processor. */
function waitedMs(pid: number): number {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    // It has ended, or this is no Linux.
    return 0;
  }
}
