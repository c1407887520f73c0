import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { ServerProcess } from "./server-process.ts";

/** What a mosquitto is like; plain, open and forgetful if nothing is said. */
export interface MosquittoOptions {
  /** Lines of its configuration; with `allow_anonymous` among them it is up to them who comes in. */
  readonly config?: readonly string[];
  /** Files beside its configuration, by name; `{dir}` in a line of the configuration stands for where they are. */
  readonly files?: Readonly<Record<string, string>>;
  /** Who may come in, with their passwords. */
  readonly users?: Readonly<Record<string, string>>;
}

/** A real broker of its own. */
export interface Mosquitto extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Everything it wrote so far. */
  readonly log: string;
  /** Asks it to end, and waits: what persists is written. */
  stop(): Promise<void>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
}

const env = { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/usr/local/sbin` };

/** Whether tests with a real mosquitto must be skipped; where they are demanded, its absence is a failure. */
export const isMosquittoMissing = findMissing();

function findMissing(): boolean {
  const missing = ["mosquitto", "mosquitto_passwd", "openssl"].filter(
    (name) => spawnSync(name, ["--help"], { env }).error !== undefined,
  );
  if (missing.length === 0) return false;
  const hint = `missing: ${missing.join(", ")}. Install them with: apt-get install mosquitto openssl`;
  if (process.env["REQUIRE_MOSQUITTO"] === "1") throw new Error(hint);
  console.info(`tests with a real mosquitto are skipped, ${hint}`);
  return true;
}

/** Starts a mosquitto on a free port of the loopback; its files go away with it. */
export async function startMosquitto(options: MosquittoOptions = {}): Promise<Mosquitto> {
  const { config = [], files = {}, users = {} } = options;
  const directory = mkdtempSync(join(tmpdir(), "player2mqtt-mosquitto-"));
  const port = await freePort();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  for (const [user, password] of Object.entries(users)) addUser(join(directory, "users"), user, password);
  const isGuarded = Object.keys(users).length > 0;
  const lines = [
    // Started by root it would become a user who may not read its files.
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
