import { startBridge } from "../../src/app.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { loadWith } from "../config/load-with.ts";
import { anyPort } from "../support/any-port.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { until } from "../support/bridge/until.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { everySecond } from "../mosquitto/process-fleet.ts";
import type { PlayerSlot } from "./start-player.ts";

const settings = {
  ...Object.fromEntries(Object.entries(everySecond).map(([name, value]) => [`poll.${name}`, String(value)])),
  "http.port": "0",
  "device.gapMs": "20",
  "publish.positionIntervalMs": "0",
};

/**
 * A bridge without a past and without faults, in this process: it asks the same players, at addresses of its own, and has a
 * broker of its own. After all that has happened, the bridge under test must publish the same.
 */
export class FreshBridge implements AsyncDisposable {
  readonly #client: TestClient;
  readonly #slots: readonly PlayerSlot[];
  readonly #parts: readonly AsyncDisposable[];

  private constructor(client: TestClient, slots: readonly PlayerSlot[], parts: readonly AsyncDisposable[]) {
    this.#client = client;
    this.#slots = slots;
    this.#parts = parts;
  }

  static async start(slots: readonly PlayerSlot[]): Promise<FreshBridge> {
    const broker = await startEmbeddedBroker(anyPort);
    const client = await TestClient.connect(broker.url, ["#"], { protocolVersion: 4 });
    const players = JSON.stringify(slots.map(({ name: id, faultless: { url } }) => ({ id, url })));
    const config = loadWith({ args: { ...settings, "mqtt.url": broker.url, players } });
    const bridge = await startBridge(config, new MemoryLog());
    const fresh = new FreshBridge(client, slots, [client, bridge, broker]);
    // Before, it may not have subscribed to commands.
    await until(() => client.state.get("player2mqtt/bridge/state") === "online");
    return fresh;
  }

  /** What it publishes, with the addresses at which the bridge under test asks the players. */
  get topics(): Map<string, string> {
    const translated = (text: string): string =>
      this.#slots.reduce(
        (before, { faultless, url }) => before.replaceAll(new URL(faultless.url).host, new URL(url).host),
        text,
      );
    return new Map([...this.#client.state].map(([topic, text]) => [translated(topic), translated(text)]));
  }

  /** Reads everything, so that it knows what has changed until now. */
  async refresh(): Promise<void> {
    const outcomes = (): number => this.#client.seen.filter(({ topic }) => topic.endsWith("/result")).length;
    const wanted = outcomes() + this.#slots.length;
    for (const { name } of this.#slots) await this.#client.publish(`player2mqtt/${name}/refresh/set`, "");
    await until(() => outcomes() >= wanted, 60_000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const part of this.#parts) await part[Symbol.asyncDispose]();
  }
}
