import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { type ServerCommand, ServerProcess } from "../support/server-process.ts";

/** The user of all brokers in these tests. */
export const login = { username: "player2mqtt", password: "a secret" };

export interface RealBroker extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Takes away what it kept, while it is not running. */
  wipe(): void;
}

export interface BrokerKind {
  readonly name: string;
  readonly package: string;
  /** The version that is installed, or undefined where there is none. */
  readonly version: string | undefined;
  readonly protocol: "5" | "3.1.1";
  /** Whether a subscription with a wildcard is sent what was kept; RabbitMQ does not. */
  readonly sendsKeptToWildcards: boolean;
  start(): Promise<RealBroker>;
}

/** The first number with dots in what a program says of itself, or undefined where there is no such program. */
export function versionFrom(command: string, args: readonly string[]): string | undefined {
  const { stdout, stderr } = spawnSync(command, args, { encoding: "utf8", env: serverEnv, timeout: 20_000 });
  return /\d+\.\d+\.\d+/.exec(`${stdout} ${stderr}`)?.[0];
}

/** Servers are found where Debian puts them. */
export const serverEnv = { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/usr/local/sbin` };

/** The files of a broker: `data` is its data directory. */
export interface Place {
  readonly directory: string;
  readonly data: string;
  readonly port: number;
}

/** How it is started there, and what is left to do when it has ended. */
export interface Prepared extends Omit<ServerCommand, "port"> {
  readonly cleanUp?: () => void;
}

/** Starts a broker in a new directory, which goes away with it. */
export async function startBroker(prepare: (place: Place) => Promise<Prepared>): Promise<RealBroker> {
  const directory = mkdtempSync(join(tmpdir(), "player2mqtt-broker-"));
  const place = { directory, data: join(directory, "data"), port: await freePort() };
  mkdirSync(place.data);
  const { cleanUp, ...command } = await prepare(place);
  const server = new ServerProcess({ ...command, port: place.port });
  await server.start();
  return {
    url: `mqtt://127.0.0.1:${place.port}`,
    port: place.port,
    start: () => server.start(),
    stop: () => server.stop(),
    kill: () => server.kill(),
    wipe: () => {
      rmSync(place.data, { recursive: true });
      mkdirSync(place.data);
    },
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      cleanUp?.();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Writes lines to a file of that directory, and gives its path. */
export function writeLines(directory: string, name: string, lines: readonly string[]): string {
  const path = join(directory, name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}
