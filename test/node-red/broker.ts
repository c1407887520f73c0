import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { type EmbeddedBroker, startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { eventually } from "./eventually.ts";

/** The broker inside the bridge, which speaks MQTT 3.1.1, or a Mosquitto, which speaks 5 as well. */
export type BrokerKind = "embedded" | "mosquitto";

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

/** The brokers there are; Mosquitto is one of them wherever everything must run. */
export const brokerKinds: readonly BrokerKind[] =
  mosquitto !== undefined || process.env["REQUIRE_MOSQUITTO"] === "1"
    ? ["embedded", "mosquitto"]
    : ["embedded"];

/** Starts a broker on a free port. */
export async function startBroker(kind: BrokerKind): Promise<Broker> {
  const port = await freePort();
  const broker = kind === "embedded" ? embeddedBroker(port) : mosquittoBroker(port);
  await broker.start();
  return broker;
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("a server without a port");
  return address.port;
}

function embeddedBroker(port: number): Broker {
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
      running = await startEmbeddedBroker({ host: "127.0.0.1", port, username: "", password: "" });
    },
    [Symbol.asyncDispose]: stop,
  };
}

function mosquittoBroker(port: number): Broker {
  if (mosquitto === undefined) throw new Error("there is no mosquitto: apt-get install mosquitto");
  const command = mosquitto;
  const url = `mqtt://127.0.0.1:${port}`;
  const dir = mkdtempSync(join(tmpdir(), "player2mqtt-mosquitto-"));
  const config = join(dir, "mosquitto.conf");
  writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`);
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
        const client = await connectAsync(url, { reconnectPeriod: 0, connectTimeout: 1000 }, false);
        await client.endAsync();
      });
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
