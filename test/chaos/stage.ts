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

/** How often each resource is read on this stage. */
export const pollIntervalMs = 1000;
/** A request to a player that takes longer has failed. */
const timeoutMs = 600;

/** A command that is older is not sent to a player any more. */
const deadlineMs = 3000;
/** What is sent at the last moment is looked for for four seconds, at a player that may be slow or confused. */
export const outcomeWithinMs = deadlineMs + 6000;

/** Reason code of a PUBACK (MQTT 5): the bridge is away, and the sender is told. */
const noMatchingSubscribers = 0x10;

/** What was under way when the last fault ended may fail so much later. */
const aftermathMs = timeoutMs + 100;

/** How the stage is set. */
export interface StageOptions {
  readonly seed: number;
  readonly isVerbose: boolean;
  readonly plant: Plant | undefined;
}

/** Simulated players, a real broker behind a proxy, the bridge, and somebody who watches and commands. */
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

  /** The storm is over: nothing is in the way from now on. */
  heal(): void {
    this.proxy.heal();
    this.#healedAt = performance.now();
    this.#stalledMs = this.#stalls.totalMs;
  }

  get healedAt(): number {
    return this.#healedAt;
  }

  /** Whether a player was asked anything since the storm. */
  isAsked(name: PlayerName): boolean {
    return this.#askedAt(name) < Number.POSITIVE_INFINITY;
  }

  /**
   * When the topics of a player have to be true again: two poll intervals after the bridge could know. That is when the
   * storm ended or, where the bridge was giving the player or the broker a rest, when it said that the rest would be
   * over; earlier if it came back earlier. A command of the storm that is sent only then changes once more what is true.
   * A machine that was too busy to run us gets up to two intervals more.
   */
  dueAt(name: PlayerName | "broker"): number {
    const broker = Math.min(this.#restEndsAt("broker"), this.#first(this.proxy.cameAt));
    const player = name === "broker" ? broker : Math.min(this.#restEndsAt(name), this.#askedAt(name));
    const changedAt = name === "broker" ? broker : this.ledger.requests.lastAt(name);
    return Math.max(broker, player, changedAt) + 2 * pollIntervalMs + this.#stalledSinceMs;
  }

  /** Sends a command; one that the broker had nobody to give to is none. */
  async command(wanted: Omit<Sent, "sentAt">): Promise<void> {
    const { player, target, transaction } = wanted;
    this.ledger.sent({ ...wanted, sentAt: performance.now() });
    const isDelivered = await this.#send(
      `player2mqtt/${player}/${target}/set`,
      payloadOf(wanted, transaction),
    );
    if (!isDelivered) this.ledger.entries.delete(transaction);
  }

  /** Has everything read anew: a player that denied something in the storm is asked for it again. */
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

  /** How long the machine kept us from running since the storm, as far as that is taken into account. */
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
