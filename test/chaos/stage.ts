import { connectAsync, type MqttClient } from "mqtt";
import { patience, pauseAfterFailuresMs, reconnectWithinMs, timeoutMs } from "./bounds.ts";
import { BridgeProcess, everySecond, type ProcessEvents } from "./bridge-process.ts";
import { type ChaosBroker, startChaosBroker } from "./chaos-broker.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { Guest, guestNames } from "./guests.ts";
import { Ledger, type Sent, type SentToGuest } from "./ledger.ts";
import { Random } from "./random.ts";
import { type PlayerName, playerNames } from "./schedule.ts";
import { Stalls } from "./stalls.ts";
import { failuresBefore, PlayerSlot } from "./start-player.ts";
import { tapMqtt } from "./tap-mqtt.ts";
import type { Difference } from "./truth.ts";
import { payloadOf } from "./wishes.ts";

const keptLines = 60;

export interface StageOptions {
  readonly seed: number;
  readonly isVerbose: boolean;
  readonly main: string;
}

/** A connection is subscribed this long after it was accepted, also if the bridge forgot it. */
const subscribedAfterMs = 5000;
/** The last request before the end of the disturbances may take this long. */
const longestRequestMs = 10_000;
const slackMs = 300;
/** Where one timer of the harness is so late, one of the bridge may be twice as late: then it does not trust a silence. */
const lateMs = 250;
/** While one timer of the harness is so late, a request may take longer than its timeout, and the bridge rests again. */
const lostMs = timeoutMs / 2;
/** More than this cannot be blamed on the machine. */
const longestStallMs = 15_000;

/** Simulated players, a real broker behind a proxy, the built program, and a client that sends commands. */
export class Stage implements AsyncDisposable {
  readonly names: readonly PlayerName[] = playerNames;
  readonly players = new Map<PlayerName, PlayerSlot>();
  readonly guests: Guest[] = [];
  readonly ledger: Ledger;
  readonly broker: ChaosBroker;
  readonly proxy: FaultProxy;
  bridge: BridgeProcess;
  readonly bugs: string[] = [];
  /** The last lines of the program's log, to explain a finding. */
  readonly lastLines: string[] = [];
  /** How many topics were compared with the truth. */
  compared = 0;
  /** The broker's limit, as far as the bridge may know. */
  maxPacketBytes: number | undefined;
  #protocolVersion = 0;
  poll = everySecond;
  readonly #stalls: Stalls;
  #sender: MqttClient | undefined;
  #connectedAt = Number.NEGATIVE_INFINITY;
  #subscribedAt = Number.POSITIVE_INFINITY;
  #isBridgeUp = true;
  #stalledMs = 0;
  #healedAt = 0;
  /** Until when each player was seen busy with a request from before the end of the disturbances. */
  readonly #busyUntil = new Map<PlayerName, number>();
  /** The program was started or the broker lost its memory: the announcements take their time. */
  #startedAt = Number.NEGATIVE_INFINITY;

  readonly #createHost: () => BridgeProcess;
  #hosts = 0;

  private constructor({ main, isVerbose }: StageOptions, broker: ChaosBroker, proxy: FaultProxy, taps: Taps) {
    this.#stalls = new Stalls(() => this.bridge.pid);
    this.ledger = new Ledger(() => this.#stalls.totalMs);
    this.broker = broker;
    this.proxy = proxy;
    taps.stage = this;
    const events: ProcessEvents = {
      onLine: ({ level, msg, ...fields }) => {
        this.ledger.hear(msg);
        const line = `${seconds()} ${level} ${msg} ${JSON.stringify(fields)}`;
        if (isVerbose) console.log(line);
        this.lastLines.push(line);
        if (this.lastLines.length > keptLines) this.lastLines.shift();
      },
      onBug: (text) => this.bugs.push(text),
    };
    this.#createHost = () => {
      this.#hosts += 1;
      return new BridgeProcess(main, `player2mqtt-chaos-${this.#hosts}`, events);
    };
    this.bridge = this.#createHost();
  }

  anotherHost(takeOver: boolean): BridgeProcess {
    const host = this.#createHost();
    this.configure(host, takeOver);
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

  static async build(options: StageOptions): Promise<Stage> {
    const broker = await startChaosBroker();
    const taps: Taps = { stage: undefined };
    const proxy = await FaultProxy.start(broker.port, () =>
      tapMqtt({
        connected: (version) => taps.stage?.connected(version),
        subscribed: () => taps.stage?.subscribed(),
        delivered: () => {},
        received: (_topic, payload) => taps.stage?.ledger.received(payload),
        published: (topic, payload) => {
          if (topic.endsWith("/result")) taps.stage?.ledger.answered(payload);
        },
      }),
    );
    const stage = new Stage(options, broker, proxy, taps);
    const random = new Random(options.seed);
    for (const name of playerNames) {
      stage.players.set(name, await PlayerSlot.start(name, random, stage.ledger));
    }
    for (const name of guestNames) stage.guests.push(await Guest.start(name, options.seed));
    await stage.openSender();
    stage.configure();
    stage.bridge.start();
    return stage;
  }

  player(name: PlayerName): PlayerSlot {
    const slot = this.players.get(name);
    if (slot === undefined) throw new Error(`there is no player ${name}`);
    return slot;
  }

  configure(host = this.bridge, takeOver = true): void {
    host.configure({
      takeOver,
      mqttUrl: `mqtt://127.0.0.1:${this.proxy.port}`,
      players: [
        ...Array.from(this.players.values(), ({ name: id, displayName: name, household: { url } }) => ({
          id,
          name,
          url,
        })),
        ...this.guests.map(({ name, url, ownPoll }) => ({ id: name, name, url, ...ownPoll })),
      ],
      poll: this.poll,
    });
  }

  connected(protocolVersion: number): void {
    this.#protocolVersion = protocolVersion;
    this.#connectedAt = performance.now();
    this.#subscribedAt = Number.POSITIVE_INFINITY;
  }

  subscribed(): void {
    this.#subscribedAt = performance.now();
  }

  /** The broker has another limit, or none. Over MQTT 3.1.1 nobody tells the bridge that a limit is gone. */
  limit(maxPacketBytes: number | undefined): void {
    if (maxPacketBytes !== undefined || this.#protocolVersion === 5) this.maxPacketBytes = maxPacketBytes;
  }

  /** The process begins or ends, or stands still. */
  bridgeIsUp(isUp: boolean): void {
    this.#isBridgeUp = isUp;
    if (!isUp) return;
    this.#startedAt = performance.now();
    for (const slot of this.players.values()) slot.introduces();
  }

  /** The disturbances are over: nothing disturbs the stage from now on. */
  heal(): void {
    this.proxy.heal();
    this.#healedAt = performance.now();
    this.#stalledMs = this.#stalls.totalMs;
    this.#stalls.longestMs = 0;
    this.#busyUntil.clear();
  }

  get healedAt(): number {
    return this.#healedAt;
  }

  /** Looks which players are still busy with an old request. */
  look(): void {
    const now = performance.now();
    if (now > this.#healedAt + longestRequestMs) return;
    for (const { name, simulator, attempts } of this.players.values()) {
      const isOld = (attempts.at(-1)?.at ?? 0) < this.#healedAt;
      if (isOld && simulator.traffic.inProgress > 0) this.#busyUntil.set(name, now);
    }
  }

  /** The moment by which a player must have been asked again. */
  askedBy(name: PlayerName): number {
    const slot = this.player(name);
    const lastAt = slot.attempts.findLast(({ at }) => at < this.#healedAt)?.endedAt ?? 0;
    const restMs = pauseAfterFailuresMs(failuresBefore(slot.attempts, this.#healedAt) + 1);
    const freeAt = Math.max(lastAt, this.#busyUntil.get(name) ?? 0);
    return (
      Math.max(this.#healedAt + patience.changeMs, freeAt + restMs, this.#readyAt) +
      slackMs +
      this.stalledSinceMs
    );
  }

  /** The moment at which a difference is overdue: the bridge could have known, and had its time. */
  dueAt({ who, waits }: Pick<Difference, "who" | "waits">): number {
    const brokerAt = this.#isConnected ? this.#connectedAt : this.#connectedBy;
    const isOfPlayer = who !== "broker" && who !== "guest";
    const playerAt = isOfPlayer ? this.#answeredBy(who) : 0;
    const actAt = !isOfPlayer ? 0 : Math.max(this.ledger.requests.lastAt(who), this.player(who).toldAt);
    const knownAt = Math.max(this.#healedAt, brokerAt, playerAt, actAt, this.#readyAt);
    const silenceMs = this.#stalls.longestMs > lateMs ? patience.silenceMs : 0;
    const extraMs = {
      poll: 0,
      announcement: patience.announcementMs + silenceMs,
      retry: Number.POSITIVE_INFINITY,
    }[waits];
    const isOther = isOfPlayer && this.player(who).replacedAt > this.#healedAt - patience.denialMs;
    const denialMs = isOther ? patience.denialMs : 0;
    const guestMs = who === "guest" ? patience.guestMs : 0;
    return knownAt + patience.changeMs + extraMs + denialMs + guestMs + this.stalledSinceMs;
  }

  /** The delays of the machine since the end of the disturbances, in words. */
  get stalls(): string {
    const [longest, total] = [this.#stalls.longestMs, this.#stalls.totalMs - this.#stalledMs].map(Math.round);
    const ago = ((performance.now() - this.#healedAt) / 1000).toFixed(1);
    return `at ${seconds()}; calm for ${ago} s, the machine stalled for ${total} ms then, ${longest} ms at once`;
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

  async command(wanted: Sent): Promise<void> {
    const entry = this.ledger.sent(wanted, this.#isHearing);
    if (!(await this.#send(topicOf(wanted), payloadOf(wanted, wanted.transaction))))
      entry.isUndisturbed = false;
  }

  async commandToGuest(wanted: SentToGuest): Promise<void> {
    const { transaction, target, request } = wanted;
    const entry = this.ledger.sentToGuest(wanted, this.#isHearing);
    const field = target.startsWith("audio/") ? "tag" : "value";
    const payload = JSON.stringify({ [field]: request, transaction });
    if (!(await this.#send(topicOf(wanted), payload))) entry.isUndisturbed = false;
  }

  /** Whether the bridge runs, and has subscribed to commands. */
  get #isHearing(): boolean {
    const subscribedBy = Math.min(this.#subscribedAt, this.#connectedAt + subscribedAfterMs);
    return this.#isBridgeUp && this.#isConnected && performance.now() > subscribedBy;
  }

  /** Refreshes everything: a player is asked again for what it denied. */
  async refresh(name: PlayerName): Promise<void> {
    await this.#send(`player2mqtt/${name}/refresh/set`, "now");
    this.player(name).allowsAgain();
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
  async openSender(): Promise<void> {
    this.closeSender();
    const sender = await connectAsync(this.broker.url, {
      protocolVersion: this.broker.protocolVersion,
      reconnectPeriod: 0,
    });
    sender.on("error", () => {});
    this.#sender = sender;
  }

  closeSender(): void {
    this.#sender?.end(true);
    this.#sender = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stalls[Symbol.dispose]();
    await this.bridge[Symbol.asyncDispose]();
    this.closeSender();
    await this.proxy[Symbol.asyncDispose]();
    await this.broker[Symbol.asyncDispose]();
    for (const slot of this.players.values()) await slot[Symbol.asyncDispose]();
    for (const guest of this.guests) await guest[Symbol.asyncDispose]();
  }

  /** The moment by which a player must have answered: it was asked, and the machine did not lose that answer. */
  #answeredBy(name: PlayerName): number {
    const slot = this.player(name);
    const askedAt = Math.min(this.askedBy(name), slot.firstAttemptSince(this.#healedAt));
    if (this.#stalls.longestMs < lostMs) return askedAt;
    return askedAt + 2 * timeoutMs + pauseAfterFailuresMs(failuresBefore(slot.attempts, this.#healedAt) + 2);
  }

  get #isConnected(): boolean {
    return this.#connectedAt >= this.proxy.openSince;
  }

  /** A program that was started needs a moment. */
  get #readyAt(): number {
    return this.#startedAt < this.#healedAt - patience.startMs ? 0 : this.#startedAt + patience.startMs;
  }

  /** The moment by which the bridge must be connected again. */
  get #connectedBy(): number {
    // Over MQTT 3.1.1 a limit of the broker shows by lost connections alone.
    const isTrying =
      this.maxPacketBytes !== undefined && performance.now() < this.#healedAt + patience.limitMs;
    const lastTryAt = this.proxy.cameAt.findLast((at) => isTrying || at < this.#healedAt) ?? 0;
    const restMs = reconnectWithinMs(this.proxy.shortLives);
    return Math.max(this.#healedAt, lastTryAt) + restMs + slackMs;
  }
}

function topicOf({ player, target }: Sent | SentToGuest): string {
  return `player2mqtt/${player}/${target}/set`;
}

interface Taps {
  stage: Stage | undefined;
}

function seconds(): string {
  return (performance.now() / 1000).toFixed(3);
}
