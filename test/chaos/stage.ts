import { tmpdir } from "node:os";
import { connectAsync, type MqttClient, type Packet } from "mqtt";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";
import { type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { type Entry, Ledger } from "./ledger.ts";

/** How often each resource is read on this stage. */
export const pollIntervalMs = 1000;
/** A request to a player that takes longer has failed. */
const timeoutMs = 400;

/** Reason code of a PUBACK (MQTT 5): the bridge is away, and the sender is told. */
const noMatchingSubscribers = 0x10;

const presets = ["video", "audio", "old", "twins", "idle"] as const;

/** Simulated players, a real broker behind a proxy, the bridge, and somebody who watches and commands. */
export class Stage implements AsyncDisposable {
  readonly players = new Map<string, Simulator>();
  readonly ledger: Ledger;
  readonly broker: Mosquitto;
  readonly proxy: FaultProxy;
  #bridge: RunningBridge | undefined;
  #watcher: MqttClient | undefined;

  private constructor(broker: Mosquitto, proxy: FaultProxy, isVerbose: boolean) {
    this.ledger = new Ledger(isVerbose);
    this.broker = broker;
    this.proxy = proxy;
  }

  static async build(isVerbose: boolean): Promise<Stage> {
    const broker = await startMosquitto({ config: ["set_tcp_nodelay true"] });
    const stage = new Stage(broker, await FaultProxy.start(broker.port), isVerbose);
    for (const preset of presets) {
      const simulator = await startSimulator({
        preset,
        prefix: preset === "audio" ? "Zidoo" : "Device",
        queueSize: 40,
      });
      stage.players.set(preset, simulator);
      stage.#writeDeeds(preset, simulator);
    }
    await stage.watch();
    await stage.#startBridge();
    return stage;
  }

  /** Sends a message; says whether the broker had somebody to give it to. */
  async send(topic: string, payload: string): Promise<boolean> {
    const watcher = this.#watcher;
    if (watcher === undefined) return false;
    let isDelivered = true;
    const look = (packet: Packet): void => {
      if (packet.cmd === "puback" && packet.reasonCode === noMatchingSubscribers) isDelivered = false;
    };
    watcher.on("packetreceive", look);
    try {
      await watcher.publishAsync(topic, payload, { qos: 1 });
      return isDelivered;
    } catch {
      return false;
    } finally {
      watcher.off("packetreceive", look);
    }
  }

  /** Watches from now on; after the broker was killed, anew. */
  async watch(): Promise<void> {
    this.#watcher?.end(true);
    const watcher = await connectAsync(`mqtt://127.0.0.1:${this.broker.port}`, {
      protocolVersion: 5,
      reconnectPeriod: 0,
      connectTimeout: 2000,
    });
    // The broker is killed now and then; whoever killed it watches anew.
    watcher.on("error", () => {});
    watcher.on("message", (_topic, payload) => {
      this.ledger.answered(payload.toString(), (entry) => this.#currentTag(entry));
    });
    await watcher.subscribeAsync("player2mqtt/+/result", { qos: 1 });
    this.#watcher = watcher;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bridge?.[Symbol.asyncDispose]();
    this.#watcher?.end(true);
    await this.proxy[Symbol.asyncDispose]();
    await this.broker[Symbol.asyncDispose]();
    for (const simulator of this.players.values()) await simulator[Symbol.asyncDispose]();
  }

  async #startBridge(): Promise<void> {
    const everySecond = "* * * * * *";
    const players = [...this.players].map(([id, { url }]) => ({ id, url }));
    const config = loadConfig({
      args: {
        "mqtt.url": `mqtt://127.0.0.1:${this.proxy.port}`,
        "http.port": "0",
        "mqtt.keepaliveSeconds": "3",
        "device.timeoutMs": String(timeoutMs),
        "device.gapMs": "20",
        "device.maxBodyBytes": "1000000",
        "poll.video": everySecond,
        "poll.playlist": everySecond,
        "poll.queue": everySecond,
        "poll.audio": everySecond,
        "poll.idleFactor": "1",
      },
      env: { PLAYERS: JSON.stringify(players) },
      cwd: tmpdir(),
    });
    this.#bridge = await startBridge(config, this.ledger.log);
  }

  #currentTag({ player, selector }: Entry): string | undefined {
    return this.players.get(player)?.player.audio[selector]?.tag;
  }

  #writeDeeds(player: string, { player: { audio } }: Simulator): void {
    for (const selector of ["input", "output"] as const) {
      const method = selector === "input" ? "selectInput" : "selectOutput";
      const select = audio[method].bind(audio);
      audio[method] = (tag) => {
        this.ledger.deeds.push({ at: performance.now(), player, selector, tag });
        return select(tag);
      };
    }
  }
}
