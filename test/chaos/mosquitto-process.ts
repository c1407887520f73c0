import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Where mosquitto is installed, if it is. Debian puts it where only root looks. */
export function findMosquitto(): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, "mosquitto")).find((path) => existsSync(path));
}

/** A real mosquitto that can be killed and started again on the same port. */
export class MosquittoProcess implements AsyncDisposable {
  readonly port: number;
  readonly #program: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(program: string, port: number, folder: string) {
    this.#program = program;
    this.port = port;
    this.#folder = folder;
  }

  static async start(program: string): Promise<MosquittoProcess> {
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), "player2mqtt-mosquitto-"));
    const config = [`listener ${port} 127.0.0.1`, "allow_anonymous true", "set_tcp_nodelay true"];
    await writeFile(join(folder, "mosquitto.conf"), `${config.join("\n")}\n`);
    const broker = new MosquittoProcess(program, port, folder);
    await broker.start();
    return broker;
  }

  async start(): Promise<void> {
    this.#child = spawn(this.#program, ["-c", join(this.#folder, "mosquitto.conf")], { stdio: "ignore" });
    for (let tries = 0; tries < 200; tries++) {
      if (await isListening(this.port)) return;
      await sleep(25);
    }
    throw new Error(`mosquitto does not listen on port ${this.port}`);
  }

  /** Kills it without a word; everything it kept is lost. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => {
      resolve(false);
    });
  });
}
