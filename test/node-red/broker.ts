import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { inject } from "vitest";
import { type EmbeddedBroker, startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { eventually } from "../support/eventually.ts";
import { installableMajors } from "./install-runtime.ts";

/** The broker inside the bridge, which speaks MQTT 3.1.1, or a Mosquitto, which speaks 5 as well. */
export type BrokerKind = "embedded" | "mosquitto";

interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** A broker that forgets everything when it is stopped, and comes back on the same port. */
export interface Broker extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Debian puts it where only root looks. */
const mosquitto = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin"]
  .map((dir) => join(dir, "mosquitto"))
  .find((path) => existsSync(path));

/** Whether there is a Mosquitto, as wherever everything must run. */
export const hasMosquitto = mosquitto !== undefined || process.env["REQUIRE_MOSQUITTO"] === "1";

/** The brokers that this version of Node-RED meets. Both versions bring the same MQTT.js, so each meets one of two brokers. */
export const brokerKinds: readonly BrokerKind[] = !hasMosquitto
  ? ["embedded"]
  : installableMajors().length === 1
    ? ["embedded", "mosquitto"]
    : [inject("nodeRedMajor") === 4 ? "mosquitto" : "embedded"];

export async function startBroker(kind: BrokerKind): Promise<Broker> {
  const port = await freePort();
  const broker = kind === "embedded" ? embeddedBroker(port) : mosquittoBroker(port);
  await broker.start();
  return broker;
}

/** Starts a broker that wants a user name and a password. */
export async function startProtectedBroker(
  kind: BrokerKind,
): Promise<Broker & { readonly credentials: Credentials }> {
  const port = await freePort();
  const credentials = { user: "bridge", password: "secret" };
  const broker = kind === "embedded" ? embeddedBroker(port, credentials) : mosquittoBroker(port, credentials);
  await broker.start();
  return { ...broker, credentials };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("a server without a port");
  return address.port;
}

function embeddedBroker(port: number, { user, password }: Credentials = { user: "", password: "" }): Broker {
  let running: EmbeddedBroker | undefined;
  const stop = async (): Promise<void> => {
    await running?.[Symbol.asyncDispose]();
    running = undefined;
  };
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    stop,
    start: async () => {
      running = await startEmbeddedBroker({ host: "127.0.0.1", port, username: user, password });
    },
    [Symbol.asyncDispose]: stop,
  };
}

function mosquittoBroker(port: number, credentials?: Credentials): Broker {
  if (mosquitto === undefined) throw new Error("there is no mosquitto: apt-get install mosquitto");
  const command = mosquitto;
  const url = `mqtt://127.0.0.1:${port}`;
  const dir = mkdtempSync(join(tmpdir(), "player2mqtt-mosquitto-"));
  const config = join(dir, "mosquitto.conf");
  const lines = [
    `listener ${port} 127.0.0.1`,
    `allow_anonymous ${credentials === undefined}`,
    "persistence false",
  ];
  if (credentials !== undefined) {
    const passwords = join(dir, "passwords");
    const { user, password } = credentials;
    execFileSync(`${command}_passwd`.replace("sbin", "bin"), ["-b", "-c", passwords, user, password]);
    // Mosquitto gives up root, and has to read its files then.
    lines.push("user root", `password_file ${passwords}`);
  }
  writeFileSync(config, lines.join("\n"));
  let running: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (running === undefined || running.exitCode !== null) return;
    const gone = once(running, "exit");
    running.kill();
    await gone;
    running = undefined;
  };
  return {
    port,
    url,
    stop,
    start: async () => {
      running = spawn(command, ["-c", config], { stdio: "ignore" });
      await eventually(async () => {
        const client = await connectAsync(
          url,
          {
            reconnectPeriod: 0,
            connectTimeout: 1000,
            ...(credentials && { username: credentials.user, password: credentials.password }),
          },
          false,
        );
        await client.endAsync();
      });
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
