import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const tickMs = 20;

/**
 * Measures how long a busy machine kept processes from running, which is no fault of the bridge: this process, another
 * one that does nothing else, and, where Linux tells it, the bridge.
 */
export class Stalls implements Disposable {
  /** The longest delay of one tick; setting it to zero starts again. */
  longestMs = 0;
  #ownMs = 0;
  #otherMs = 0;
  #bridgeMs = 0;
  #lastOfBridge: Waited = { pid: undefined, ms: 0 };
  #lastAt = performance.now();
  readonly #timer = setInterval(() => {
    const now = performance.now();
    const lateMs = Math.max(0, now - this.#lastAt - tickMs);
    this.#ownMs += lateMs;
    this.longestMs = Math.max(this.longestMs, lateMs);
    this.#lastAt = now;
    this.#measureBridge();
  }, tickMs);
  readonly #other: ChildProcess;
  readonly #bridgePid: () => number | undefined;

  constructor(bridgePid: () => number | undefined) {
    this.#bridgePid = bridgePid;
    this.#other = spawn(process.execPath, ["--eval", meter], {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#other.on("message", (ms) => {
      this.longestMs = Math.max(this.longestMs, Number(ms) - this.#otherMs);
      this.#otherMs = Number(ms);
    });
    this.#other.unref();
    this.#other.channel?.unref();
  }

  get totalMs(): number {
    return Math.max(this.#ownMs, this.#otherMs, this.#bridgeMs);
  }

  #measureBridge(): void {
    const pid = this.#bridgePid();
    const waited = { pid, ms: pid === undefined ? 0 : waitedMs(pid) };
    const lateMs = pid === this.#lastOfBridge.pid ? Math.max(0, waited.ms - this.#lastOfBridge.ms) : 0;
    this.#bridgeMs += lateMs;
    this.longestMs = Math.max(this.longestMs, lateMs);
    this.#lastOfBridge = waited;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#other.kill();
  }
}

/** How long a process could have run, but had to wait for a processor. */
interface Waited {
  readonly pid: number | undefined;
  readonly ms: number;
}

function waitedMs(pid: number): number {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    // It has ended, or this is no Linux.
    return 0;
  }
}

/** Ends with its parent, by the end of the channel. */
const meter = `
  let [total, lastAt] = [0, performance.now()];
  setInterval(() => {
    const now = performance.now();
    total += Math.max(0, now - lastAt - ${tickMs});
    lastAt = now;
    process.send(total);
  }, ${tickMs});
  process.once("disconnect", () => process.exit());
`;
