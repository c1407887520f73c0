import { inject } from "vitest";
import { type EmbeddedBroker, startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { freePort } from "../support/free-port.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";

/** The broker inside the bridge, which speaks MQTT 3.1.1, or a Mosquitto, which speaks 5 as well. */
export type BrokerKind = "embedded" | "mosquitto";

/** A broker that forgets everything when it is stopped, and comes back on the same port. */
export interface Broker extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** The broker that this version of Node-RED meets: both versions bring the same MQTT.js. */
export const brokerKind: BrokerKind =
  isMosquittoMissing || inject("nodeRedMajor") === 5 ? "embedded" : "mosquitto";

/** Starts a broker, which lets everybody in if nobody has a password. */
export async function startBroker(
  kind: BrokerKind,
  users: Readonly<Record<string, string>> = {},
): Promise<Broker> {
  return kind === "embedded" ? startEmbedded(users) : startMosquitto({ users });
}

async function startEmbedded(users: Readonly<Record<string, string>>): Promise<Broker> {
  const [[username, password] = ["", ""]] = Object.entries(users);
  const port = await freePort();
  let running: EmbeddedBroker | undefined;
  const stop = async (): Promise<void> => {
    await running?.[Symbol.asyncDispose]();
    running = undefined;
  };
  const start = async (): Promise<void> => {
    running = await startEmbeddedBroker({ host: "127.0.0.1", port, username, password });
  };
  await start();
  return { port, url: `mqtt://127.0.0.1:${port}`, stop, start, [Symbol.asyncDispose]: stop };
}
