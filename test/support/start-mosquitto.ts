import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { arePrograms, env } from "./missing-programs.ts";
import { ServerProcess } from "./server-process.ts";

/** The options of a mosquitto; by default plain TCP, anonymous and without persistence. */
export interface MosquittoOptions {
  /** Lines of its configuration; with `allow_anonymous` among them, they decide who has access. */
  readonly config?: readonly string[];
  /** Files beside its configuration, by name; `{dir}` in a line of the configuration stands for their folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly users?: Readonly<Record<string, string>>;
}

/** A real broker for one test. */
export interface Mosquitto extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly log: string;
  /** Terminates it gracefully, and waits until it has saved its data. */
  stop(): Promise<void>;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Whether tests with a real mosquitto must be skipped; throws if they are required. */
export const isMosquittoMissing =
  arePrograms({ mosquitto: "--help", mosquitto_passwd: "--help", openssl: "--help" }, "REQUIRE_MOSQUITTO") ===
  "missing";

export async function startMosquitto(options: MosquittoOptions = {}): Promise<Mosquitto> {
  const { config = [], files = {}, users = {} } = options;
  const directory = mkdtempSync(join(tmpdir(), "player2mqtt-mosquitto-"));
  const port = await freePort();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  for (const [user, password] of Object.entries(users)) addUser(join(directory, "users"), user, password);
  const isGuarded = Object.keys(users).length > 0;
  const lines = [
    // Started by root, it would switch to a user without the right to read its files.
    "user root",
    "log_dest stderr",
    "persistence_location {dir}/",
    `listener ${port} 127.0.0.1`,
    ...(isGuarded ? ["password_file {dir}/users", "allow_anonymous false"] : ["allow_anonymous true"]),
    ...config,
  ];
  writeFileSync(join(directory, "mosquitto.conf"), `${lines.join("\n").replaceAll("{dir}", directory)}\n`);
  const server = new ServerProcess({
    command: "mosquitto",
    args: ["-c", join(directory, "mosquitto.conf")],
    env,
    port,
  });
  await server.start();
  return {
    url: `mqtt://127.0.0.1:${port}`,
    port,
    get pid() {
      return server.pid;
    },
    get log() {
      return server.log;
    },
    stop: () => server.stop(),
    kill: () => server.kill(),
    start: () => server.start(),
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      rmSync(directory, { recursive: true });
    },
  };
}

function addUser(file: string, user: string, password: string): void {
  writeFileSync(file, "", { flag: "a" });
  const { status, stderr } = spawnSync("mosquitto_passwd", ["-b", file, user, password], { env });
  if (status !== 0) throw new Error(`mosquitto_passwd: ${stderr.toString()}`);
}
