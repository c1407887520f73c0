import { setTimeout as sleep } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";
import type { ActiveBehavior } from "../../simulator/behaviors.ts";
import { type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { BridgeProcess } from "./bridge-process.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { FreshBridge } from "./fresh-bridge.ts";
import { Guest, guestNames } from "./guests.ts";
import { Ledger, type Outcome, type Sent } from "./ledger.ts";
import { Random } from "./random.ts";
import { inputOf, type PlayerName, playerNames } from "./player-names.ts";
import { Stalls } from "./stalls.ts";
import { PlayerSlot } from "./start-player.ts";
import { type Heard, tapMqtt } from "./tap-mqtt.ts";
import { payloadOf } from "./wishes.ts";

/** A connection is subscribed this long after it was accepted, also if the bridge forgot it. */
const subscribedAfterMs = 5000;
/** More than this cannot be blamed on the machine. */
const longestStallMs = 15_000;

/** Simulated players, a real broker behind a proxy, the built program, and a client that sends commands. */
export class Stage implements Heard, AsyncDisposable {
  readonly names: readonly PlayerName[] = playerNames;
  readonly players = new Map<PlayerName, PlayerSlot>();
  readonly guests: Guest[] = [];
  readonly ledger: Ledger;
  readonly broker: Mosquitto;
  readonly proxy: FaultProxy;
  bridge: BridgeProcess;
  readonly #main: string;
  readonly #hosts: BridgeProcess[] = [];
  readonly #stalls: Stalls;
  #sender: MqttClient | undefined;
  #connectedAt = Number.NEGATIVE_INFINITY;
  #subscribedAt = Number.POSITIVE_INFINITY;
  #isBridgeUp = true;
  #stalledMs = 0;
  #fresh: FreshBridge | undefined;

  private constructor(main: string, broker: Mosquitto, proxy: FaultProxy) {
    this.#stalls = new Stalls(() => this.bridge.pid);
    this.ledger = new Ledger(() => this.#stalls.totalMs);
    this.broker = broker;
    this.proxy = proxy;
    this.#main = main;
    this.bridge = this.createHost();
  }

  /** A host of the bridge, which is not started yet. */
  createHost(takeOver = true): BridgeProcess {
    const host = new BridgeProcess(this.#main, `player2mqtt-chaos-${this.#hosts.length + 1}`, () => ({
      takeOver,
      mqttUrl: `mqtt://127.0.0.1:${this.proxy.port}`,
      players: [
        ...Array.from(this.players.values(), ({ name: id, url }) => ({ id, url })),
        ...this.guests.map(({ name, url, ownPoll }) => ({ id: name, name, url, ...ownPoll })),
      ],
    }));
    this.#hosts.push(host);
    return host;
  }

  /** Another process runs the players from now on. Both may have asked them for a moment. */
  async moveTo(host: BridgeProcess): Promise<void> {
    const former = this.bridge;
    this.bridge = host;
    await former[Symbol.asyncDispose]();
    for (const { simulator } of this.players.values()) {
      simulator.traffic.maxConcurrent = Math.min(1, simulator.traffic.maxConcurrent);
    }
  }

  static async build(main: string, seed: number): Promise<Stage> {
    const broker = await startMosquitto({ config: ["set_tcp_nodelay true", "persistence true"] });
    const stage = new Stage(main, broker, await FaultProxy.start(broker.port));
    stage.proxy.openTap = () => tapMqtt(stage);
    const random = new Random(seed);
    for (const name of playerNames) {
      stage.players.set(name, await PlayerSlot.start(name, random, stage.ledger));
    }
    for (const name of guestNames) stage.guests.push(await Guest.start(name, seed));
    await stage.#openSender();
    stage.bridge.start();
    await stage.renew();
    return stage;
  }

  player(name: PlayerName): PlayerSlot {
    const slot = this.players.get(name);
    if (slot === undefined) throw new Error(`there is no player ${name}`);
    return slot;
  }

  addFault(player: PlayerName, behavior: string): ActiveBehavior {
    return this.player(player).simulator.behaviors.add(behavior);
  }

  get bugs(): readonly string[] {
    return this.#hosts.flatMap(({ bugs }) => bugs);
  }

  connected(): void {
    this.#connectedAt = performance.now();
    this.#subscribedAt = Number.POSITIVE_INFINITY;
  }

  subscribed(): void {
    this.#subscribedAt = performance.now();
  }

  received(payload: string): void {
    this.ledger.received(payload);
  }

  published(topic: string, payload: string): void {
    if (topic.endsWith("/result")) this.ledger.answered(payload);
  }

  /** The process begins or ends, or stands still. */
  bridgeIsUp(isUp: boolean): void {
    this.#isBridgeUp = isUp;
  }

  /** The disturbances are over: nothing disturbs the stage from now on. */
  heal(): void {
    this.proxy.heal();
    this.#stalledMs = this.#stalls.totalMs;
  }

  get fresh(): FreshBridge {
    if (this.#fresh === undefined) throw new Error("there is no fresh bridge");
    return this.#fresh;
  }

  /** Begins to compare with another bridge, since what happened could show only in the topics of a new one. */
  async renew(): Promise<void> {
    await this.#fresh?.[Symbol.asyncDispose]();
    this.#fresh = await FreshBridge.start([...this.players.values()]);
  }

  /** How long the machine kept processes from running since the end of the disturbances, up to a limit. */
  get stalledSinceMs(): number {
    return Math.min(this.#stalls.totalMs - this.#stalledMs, longestStallMs);
  }

  /** How long the machine has kept processes from running since the start. */
  get stalledMs(): number {
    return this.#stalls.totalMs;
  }

  /** A deadline that moves by the time for which the machine keeps processes from running. */
  deadline(ms: number): () => boolean {
    const { totalMs } = this.#stalls;
    const until = performance.now() + ms;
    return () => performance.now() > until + Math.min(this.#stalls.totalMs - totalMs, longestStallMs);
  }

  async command(sent: Sent): Promise<void> {
    const entry = this.ledger.sent(sent, this.#isHearing);
    const { player, target } = sent;
    if (!(await this.#send(`player2mqtt/${player}/${target}/set`, payloadOf(sent))))
      entry.isUndisturbed = false;
  }

  /** Selects one of the player's inputs. */
  async select(transaction: string, player: PlayerName, place: number): Promise<void> {
    await this.command({ transaction, player, target: "audio/input", request: inputOf(player, place) });
  }

  /** Waits for the outcome of a command, for as long as it may take. */
  async outcomeOf(transaction: string): Promise<Outcome | undefined> {
    while (this.ledger.isOutcomeDue(transaction)) await sleep(20);
    return this.ledger.outcomeOf(transaction);
  }

  /** Whether the bridge runs, and has subscribed to commands. */
  get #isHearing(): boolean {
    const subscribedBy = Math.min(this.#subscribedAt, this.#connectedAt + subscribedAfterMs);
    return this.#isBridgeUp && this.#isConnected && performance.now() > subscribedBy;
  }

  async refresh(name: PlayerName): Promise<void> {
    await this.#send(`player2mqtt/${name}/refresh/set`, "now");
  }

  async #send(topic: string, payload: string): Promise<boolean> {
    try {
      await this.#sender?.publishAsync(topic, payload, { qos: 1 });
      return this.#sender !== undefined;
    } catch {
      return false;
    }
  }

  /** Connects the client that sends commands; again after the broker was away. */
  async #openSender(): Promise<void> {
    const sender = await connectAsync(this.broker.url, { protocolVersion: 5, reconnectPeriod: 0 });
    sender.on("error", () => {});
    this.#sender = sender;
  }

  /** The broker is away for a while, and comes back with its memory or without. */
  async brokerReturns(forMs: number, remembers = false): Promise<void> {
    this.ledger.disturbed();
    this.#closeSender();
    await (remembers ? this.broker.stop() : this.broker.kill());
    await sleep(forMs);
    await this.broker.start();
    await this.#openSender();
    this.ledger.disturbed();
  }

  #closeSender(): void {
    this.#sender?.end(true);
    this.#sender = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stalls[Symbol.dispose]();
    await this.#fresh?.[Symbol.asyncDispose]();
    await this.bridge[Symbol.asyncDispose]();
    this.#closeSender();
    await this.proxy[Symbol.asyncDispose]();
    await this.broker[Symbol.asyncDispose]();
    for (const slot of this.players.values()) await slot[Symbol.asyncDispose]();
    for (const guest of this.guests) await guest[Symbol.asyncDispose]();
  }

  get #isConnected(): boolean {
    return this.#connectedAt >= this.proxy.openSince;
  }
}
