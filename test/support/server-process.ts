import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { eventually } from "./eventually.ts";

/** How a server of a test is started. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** It is ready when this port of the loopback answers. */
  readonly port: number;
}

/** A server that a test ends and starts again, always on the same port. */
export class ServerProcess {
  readonly #command: ServerCommand;
  #child: ChildProcess | undefined;
  #log = "";

  constructor(command: ServerCommand) {
    this.#command = command;
  }

  /** Everything it wrote so far. */
  get log(): string {
    return this.#log;
  }

  /** Starts it, and waits until it answers. */
  async start(): Promise<void> {
    const { command, args, env, port } = this.#command;
    // In a group of its own: some servers are started by a script, and both have to end.
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
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

  /** Asks it to end, and waits: what persists is written. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** Ends it as a power cut does. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Whoever breaks the tests off shall not find a server next week. */
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
