import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { eventually } from "./eventually.ts";

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The server is ready when this loopback port accepts connections. */
  readonly port: number;
}

/** A server that a test can stop and start again, always on the same port. */
export class ServerProcess {
  readonly #command: ServerCommand;
  #child: ChildProcess | undefined;
  #log = "";

  constructor(command: ServerCommand) {
    this.#command = command;
  }

  /** The id of its process; 0 while it is not running. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get log(): string {
    return this.#log;
  }

  /** Starts it, and waits until it accepts connections. */
  async start(): Promise<void> {
    const { command, args, env, cwd, port } = this.#command;
    // In its own process group: some servers are started by a script, and both must end.
    const child = spawn(command, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"], detached: true });
    this.#child = child;
    process.once("exit", this.#abandon);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (bytes: Buffer) => {
        this.#log += bytes.toString();
      });
    }
    let hasEnded = false;
    child.once("close", () => {
      hasEnded = true;
    });
    await eventually(async () => {
      if (!hasEnded) await answers(port);
    }, 60_000);
    if (hasEnded) throw new Error(`${command} ended: ${this.#log}`);
  }

  /** Terminates it gracefully, and waits until it has saved its data. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** Kills it, like a power cut. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Interrupted tests must not leave servers running. */
  readonly #abandon = (): void => {
    if (this.#child?.pid !== undefined) process.kill(-this.#child.pid, "SIGKILL");
  };

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    this.#child = undefined;
    process.off("exit", this.#abandon);
    const closed = once(child, "close");
    process.kill(-child.pid, signal);
    await closed;
  }
}

async function answers(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}
