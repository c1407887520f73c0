import { connectAsync, type MqttClient } from "mqtt";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { until } from "../support/bridge/until.ts";
import { everySecond } from "./bridge-process.ts";
import type { PlayerSlot } from "./start-player.ts";

const poll = ["audio", "video", "playlist", "queue", "state"].map((name) => [`poll.${name}`, everySecond]);

const settings = {
  ...Object.fromEntries(poll),
  "poll.idleFactor": "1",
  "broker.port": "0",
  "http.port": "0",
  "device.gapMs": "20",
  "publish.positionIntervalMs": "0",
};

/**
 * A bridge without a past and without faults, in this process: it asks the same players, at addresses of its own, and has a
 * broker of its own. After all that has happened, the bridge under test must publish the same.
 */
export class FreshBridge implements AsyncDisposable {
  /** What it publishes, with the addresses and identities by which the bridge under test knows the players. */
  readonly topics = new Map<string, string>();
  readonly #bridge: RunningBridge;
  readonly #client: MqttClient;
  readonly #slots: readonly PlayerSlot[];
  #outcomes = 0;

  private constructor(bridge: RunningBridge, client: MqttClient, slots: readonly PlayerSlot[]) {
    this.#bridge = bridge;
    this.#client = client;
    this.#slots = slots;
    const translations = slots.flatMap(({ fresh, url, identity }) => [
      [new URL(fresh.url).host, new URL(url).host],
      // Another model at the address does not claim its MAC for the identity.
      [fresh.identity === identity ? "" : `"connections":[["mac","${fresh.mac}"]],`, ""],
      [fresh.identity, identity],
    ]);
    const translated = (text: string): string =>
      translations.reduce((before, [from = "", to = ""]) => before.replaceAll(from, to), text);
    const live = new Set<string>();
    client.on("message", (topic, payload, { retain }) => {
      if (topic.endsWith("/result")) this.#outcomes += 1;
      // An older retained message may follow a live one.
      if (retain && live.has(topic)) return;
      if (!retain) live.add(topic);
      if (payload.length === 0) this.topics.delete(translated(topic));
      else this.topics.set(translated(topic), translated(payload.toString()));
    });
  }

  static async start(slots: readonly PlayerSlot[]): Promise<FreshBridge> {
    const players = slots.map(({ name: id, displayName: name, fresh: { url } }) => ({ id, name, url }));
    const args = { ...settings, players: JSON.stringify(players) };
    const bridge = await startBridge(loadConfig({ args, env: {}, cwd: "/nowhere" }), new MemoryLog());
    const client = await connectAsync(bridge.brokerUrl, { protocolVersion: 4 });
    const fresh = new FreshBridge(bridge, client, slots);
    await client.subscribeAsync("#", { qos: 1 });
    // Before, it may not have subscribed to commands.
    await until(() => fresh.topics.get("player2mqtt/bridge/state") === "online");
    return fresh;
  }

  /** Reads everything, so that it knows what has changed until now. */
  async refresh(): Promise<void> {
    const wanted = this.#outcomes + this.#slots.length;
    for (const { name } of this.#slots)
      await this.#client.publishAsync(`player2mqtt/${name}/refresh/set`, "", { qos: 1 });
    await until(() => this.#outcomes >= wanted, 60_000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.endAsync(true);
    await this.#bridge[Symbol.asyncDispose]();
  }
}
