import { tmpdir } from "node:os";
import { connectAsync, type MqttClient, type Packet } from "mqtt";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Simulator } from "../../src/tools/simulator/start-simulator.ts";
import { type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { Ledger, type Sent } from "./ledger.ts";
import { Random } from "./random.ts";
import { type Plant, sabotage } from "./saboteur.ts";
import { type PlayerName, playerNames } from "./schedule.ts";
import { Stalls } from "./stalls.ts";
import { startPlayer } from "./start-player.ts";
import { payloadOf } from "./wishes.ts";

/** The poll interval of each resource. */
export const pollIntervalMs = 1000;
/** The timeout of a request to a player. */
const timeoutMs = 600;

/** The maximum age at which a command is still sent to a player. */
const deadlineMs = 3000;
/**
 * The effect of a command sent at the last moment is verified for four seconds, on a player that may be slow or
 * confused.
 */
export const outcomeWithinMs = deadlineMs + 6000;

/** The PUBACK reason code (MQTT 5) for no subscribers: the bridge is offline, and the sender knows it. */
const noMatchingSubscribers = 0x10;

/** A request in flight when the last fault ended may fail this much later. */
const aftermathMs = timeoutMs + 100;

/** The options of the stage. */
export interface StageOptions {
  readonly seed: number;
  readonly isVerbose: boolean;
  readonly plant: Plant | undefined;
}

/** Simulated players, a real broker behind a proxy, the bridge, and a client that watches and sends commands. */
export class Stage implements AsyncDisposable {
  readonly players = new Map<PlayerName, Simulator>();
  readonly ledger: Ledger;
  readonly broker: Mosquitto;
  readonly proxy: FaultProxy;
  #bridge: RunningBridge | undefined;
  #watcher: MqttClient | undefined;
  readonly #stalls = new Stalls();
  #stalledMs = 0;
  #healedAt = 0;

  private constructor(broker: Mosquitto, proxy: FaultProxy, isVerbose: boolean) {
    this.ledger = new Ledger(isVerbose);
    this.broker = broker;
    this.proxy = proxy;
  }

  static async build({ seed, isVerbose, plant }: StageOptions): Promise<Stage> {
    const broker = await startMosquitto({ config: ["set_tcp_nodelay true"] });
    const proxy = await FaultProxy.start(broker.port, plant === undefined ? undefined : sabotage(plant));
    const stage = new Stage(broker, proxy, isVerbose);
    const random = new Random(seed);
    for (const preset of playerNames) {
      stage.players.set(preset, await startPlayer(preset, random, stage.ledger));
    }
    await stage.watch();
    await stage.#startBridge();
    return stage;
  }

  player(name: PlayerName): Simulator {
    const simulator = this.players.get(name);
    if (simulator === undefined) throw new Error(`there is no player ${name}`);
    return simulator;
  }

  /** The storm is over: nothing disturbs the stage from now on. */
  heal(): void {
    this.proxy.heal();
    this.#healedAt = performance.now();
    this.#stalledMs = this.#stalls.totalMs;
  }

  get healedAt(): number {
    return this.#healedAt;
  }

  /** Whether a player has received any request since the storm. */
  isAsked(name: PlayerName): boolean {
    return this.#askedAt(name) < Number.POSITIVE_INFINITY;
  }

  /**
   * The moment at which a player's topics must be true again: two poll intervals after the bridge could know. That is
   * the end of the storm or, during a back-off, the announced end of that back-off; earlier if the bridge retried
   * earlier. A command of the storm that is sent only then changes the truth once more. On a machine too busy to run
   * this process, the limit is up to two intervals later.
   */
  dueAt(name: PlayerName | "broker"): number {
    const broker = Math.min(this.#restEndsAt("broker"), this.#first(this.proxy.cameAt));
    const player = name === "broker" ? broker : Math.min(this.#restEndsAt(name), this.#askedAt(name));
    const changedAt = name === "broker" ? broker : this.ledger.requests.lastAt(name);
    return Math.max(broker, player, changedAt) + 2 * pollIntervalMs + this.#stalledSinceMs;
  }

  /** Sends a command; a command that the broker could deliver to nobody does not count. */
  async command(wanted: Omit<Sent, "sentAt">): Promise<void> {
    const { player, target, transaction } = wanted;
    this.ledger.sent({ ...wanted, sentAt: performance.now() });
    const isDelivered = await this.#send(
      `player2mqtt/${player}/${target}/set`,
      payloadOf(wanted, transaction),
    );
    if (!isDelivered) this.ledger.entries.delete(transaction);
  }

  /** Refreshes everything: a player is asked again for resources that it denied in the storm. */
  async refresh(name: PlayerName): Promise<void> {
    await this.#send(`player2mqtt/${name}/refresh/set`, "now");
  }

  async #send(topic: string, payload: string): Promise<boolean> {
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

  /** Subscribes from now on; again after the broker was killed. */
  async watch(): Promise<void> {
    this.#watcher?.end(true);
    const watcher = await connectAsync(`mqtt://127.0.0.1:${this.broker.port}`, {
      protocolVersion: 5,
      reconnectPeriod: 0,
      connectTimeout: 2000,
    });
    // The broker is killed now and then; the caller that killed it subscribes again.
    watcher.on("error", () => {});
    watcher.on("message", (_topic, payload) => {
      this.ledger.answered(payload.toString());
    });
    await watcher.subscribeAsync("player2mqtt/+/result", { qos: 1 });
    this.#watcher = watcher;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stalls[Symbol.dispose]();
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
        "commands.deadlineMs": String(deadlineMs),
        "device.maxBodyBytes": "1000000",
        "poll.video": everySecond,
        "poll.playlist": everySecond,
        "poll.queue": everySecond,
        "poll.audio": everySecond,
        "poll.state": everySecond,
        "poll.idleFactor": "1",
      },
      env: { PLAYERS: JSON.stringify(players) },
      cwd: tmpdir(),
    });
    this.#bridge = await startBridge(config, this.ledger.log);
  }

  #restEndsAt(who: string): number {
    const aftermathAt = this.#healedAt + aftermathMs + this.#stalledSinceMs;
    return Math.max(this.#healedAt, this.ledger.pauses.endOf(who, aftermathAt));
  }

  /** How long the machine kept this process from running since the storm, up to a limit. */
  get #stalledSinceMs(): number {
    return Math.min(this.#stalls.totalMs - this.#stalledMs, 2 * pollIntervalMs);
  }

  #askedAt(name: PlayerName): number {
    return this.#first(this.player(name).traffic.requests.map(({ atMs }) => atMs));
  }

  /** The first of these moments since the storm. */
  #first(moments: readonly number[]): number {
    return moments.find((at) => at >= this.#healedAt) ?? Number.POSITIVE_INFINITY;
  }
}
