import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { eventually } from "../support/eventually.ts";

/** A program that bubblewrap starts, with processes of its own, and with the folders and rights that these words give it. */
export class Sandboxed implements AsyncDisposable {
  output = "";
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;

  constructor(words: readonly string[], command: readonly string[]) {
    const alone = "--unshare-pid --proc /proc --die-with-parent --".split(" ");
    this.#child = spawn("bwrap", [...words, ...alone, ...command], { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (bytes: Buffer) => {
        this.output += bytes.toString();
      });
    }
    this.ended = once(this.#child, "close").then(([code]) => code as number | null);
  }

  /** Waits until something holds. */
  async until(check: () => unknown): Promise<void> {
    try {
      await eventually(check, 60_000);
    } catch (error) {
      throw new Error(`it did not come so far:\n${this.output.slice(-3000)}`, { cause: error });
    }
  }

  /** Tells the program to end: the one child of what started it. */
  stop(): void {
    const { pid = 0 } = this.#child;
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    process.kill(Number(child), "SIGTERM");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}
