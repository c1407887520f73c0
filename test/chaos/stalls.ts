import { type ChildProcess, spawn } from "node:child_process";

const tickMs = 20;

/**
 * Measures how long a busy machine kept processes from running, which is no fault of the bridge: this process, and
 * another one that does nothing else.
 */
export class Stalls implements Disposable {
  /** How late one tick was at most; whoever sets it to zero begins anew. */
  longestMs = 0;
  #ownMs = 0;
  #otherMs = 0;
  #lastAt = performance.now();
  readonly #timer = setInterval(() => {
    const now = performance.now();
    const lateMs = Math.max(0, now - this.#lastAt - tickMs);
    this.#ownMs += lateMs;
    this.longestMs = Math.max(this.longestMs, lateMs);
    this.#lastAt = now;
  }, tickMs);
  readonly #other: ChildProcess;

  constructor() {
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
    return Math.max(this.#ownMs, this.#otherMs);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#other.kill();
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
